//! A first front door, to be replaced.
use fairgame::{answer::Answer, engine::Budget, session::Session};
fn main() {
    let path = std::env::args().nth(1).unwrap_or("-".into());
    std::thread::Builder::new()
        .stack_size(512 << 20)
        .spawn(move || {
            let mut s = Session::new(Budget::default());
            let l = s.load_path(&path);
            for d in &l.diagnostics {
                println!(
                    "{} {} {:?} {:?} {:?}",
                    d.code,
                    d.title,
                    d.labels
                        .iter()
                        .map(|l| (s.sources.line(l.span), s.sources.slice(l.span), &l.text))
                        .collect::<Vec<_>>(),
                    d.play,
                    d.hints
                );
            }
            for q in &l.questions {
                println!("> {}", q.text);
                match s.ask(q) {
                    Answer::Mistake { diagnostic: d } => {
                        println!("{} {} {:?} {:?} {:?}", d.code, d.title, d.labels, d.play, d.hints)
                    }
                    a => println!("{}", serde_json::to_string(&a).unwrap()),
                }
            }
        })
        .unwrap()
        .join()
        .unwrap();
}
