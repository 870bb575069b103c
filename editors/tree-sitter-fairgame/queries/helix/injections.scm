; Words such as TODO and addresses in comments.
((comment) @injection.content
 (#set! injection.language "comment"))
