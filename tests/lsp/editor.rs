//! A real editor: Neovim opens a text, hovers, renames and lays it out. Where it is not installed, this says so.

use std::process::Command;

const TEXT: &str =
    "# One pile.\ngame Nim(n: nat)\n  move take(k in 1..n) to Nim(n-k)\nshow Nim(3) + Nimm(5)\n";

const SCRIPT: &str = r#"
local function check(right, what)
  if not right then io.stderr:write('NOT: ' .. what .. '\n'); vim.cmd('cquit 1') end
  io.stdout:write('ok ' .. what .. '\n')
end
vim.cmd('edit ' .. vim.fn.fnameescape(vim.env.FAIRGAME_TEXT))
local buffer = vim.api.nvim_get_current_buf()
local client = vim.lsp.start_client({ name = 'fairgame', cmd = { vim.env.FAIRGAME, 'lsp' }, root_dir = vim.fn.getcwd() })
vim.lsp.buf_attach_client(buffer, client)
local function found() return vim.diagnostic.get(buffer) end
check(vim.wait(20000, function() return #found() == 1 end, 20), 'a mistake is told')
check(found()[1].lnum == 3 and found()[1].code == 'unknown-name', 'where it is')
local function ask(method, params)
  local answers = vim.lsp.buf_request_sync(buffer, 'textDocument/' .. method, params, 20000)
  return answers and answers[client] and answers[client].result
end
vim.api.nvim_win_set_cursor(0, { 3, 27 })
local hover = ask('hover', vim.lsp.util.make_position_params())
check(hover and hover.contents.value:find('game Nim%(n: nat%)'), 'hover')
vim.api.nvim_buf_set_lines(buffer, 3, 4, false, { 'show Nim(3)' })
check(vim.wait(20000, function() return #found() == 0 end, 20), 'it is mended')
local params = vim.lsp.util.make_position_params()
params.newName = 'Pile'
vim.lsp.util.apply_workspace_edit(ask('rename', params), 'utf-16')
check(vim.api.nvim_buf_get_lines(buffer, 3, 4, false)[1] == 'show Pile(3)', 'rename')
local options = { tabSize = 2, insertSpaces = true }
vim.lsp.util.apply_text_edits(ask('formatting', { textDocument = params.textDocument, options = options }), buffer, 'utf-16')
check(vim.api.nvim_buf_get_lines(buffer, 2, 3, false)[1] == '  move take(k in 1..n) to Pile(n - k)', 'layout')
vim.cmd('qall!')
"#;

#[test]
fn neovim_opens_hovers_renames_and_lays_out() {
    if Command::new("nvim").arg("--version").output().is_err() {
        eprintln!("skipped: Neovim (nvim) is not installed");
        return;
    }
    let folder = std::env::temp_dir().join(format!("fairgame-neovim-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let (script, text) = (folder.join("script.lua"), folder.join("nim.game"));
    std::fs::write(&script, SCRIPT).expect("a script");
    std::fs::write(&text, TEXT).expect("a text");
    let mut nvim = Command::new("nvim");
    nvim.args(["--headless", "-n", "-u", "NONE", "-i", "NONE", "-S"]).arg(&script).current_dir(&folder);
    nvim.env("FAIRGAME", env!("CARGO_BIN_EXE_fairgame")).env("FAIRGAME_TEXT", &text);
    let done = nvim.output().expect("Neovim runs");
    let said = [done.stdout, done.stderr].map(|s| String::from_utf8_lossy(&s).into_owned()).concat();
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    assert!(done.status.success(), "{said}");
    assert!(said.contains("ok layout"), "{said}");
}
