//! A page with every mark, to look at: `cargo run -p figure --example gallery > gallery.html`.
//!
//! `-- navy` (or another theme of mdBook) sets the theme, `-- --text 60` prints the figures as
//! text of that width instead. With `--toys` the runs are those of the kit's toys.

#[path = "../tests/figure/traces.rs"]
mod traces;

#[path = "../tests/figure/toys.rs"]
mod toys;

use figure::Options;
use kit::trace::Trace;

fn main() {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let toys = arguments.iter().position(|argument| argument == "--toys");
    let runs = match toys.map(|toys| arguments.remove(toys)) {
        Some(_) => toys::runs().into_iter().map(|(name, trace)| (name.clone(), name, trace)).collect(),
        None => by_hand(),
    };
    if let [flag, width] = arguments.as_slice()
        && flag == "--text"
    {
        let width = width.parse().unwrap_or(80);
        runs.iter().for_each(|(_, title, trace)| println!("{title}\n\n{}", figure::ascii(trace, width)));
        return;
    }
    let theme = arguments.first().map_or("light", String::as_str);
    println!(
        "<!DOCTYPE html><html lang=\"en\" class=\"js {theme}\"><meta charset=\"utf-8\"><title>Gallery</title>"
    );
    println!(
        "<meta name=\"viewport\" content=\"width=device-width\"><style>{}{PAGE}</style><main>",
        figure::CSS
    );
    for (id, caption, trace) in runs {
        println!("{}", drawn(&id, &caption, &trace));
    }
    println!("</main><script>{}</script></html>", figure::JS);
}

/// Identifier, caption and run.
type Figure = (String, String, Trace);

fn by_hand() -> Vec<Figure> {
    [
        ("lost", "Two debits, one of them lost", traces::lost_update()),
        ("lease", "The holder sleeps through the end of its lease", traces::paused_holder()),
        ("faults", "A crash and a cut", traces::faults()),
        ("five", "Five lanes", traces::five_lanes()),
    ]
    .map(|(id, caption, trace)| (id.to_owned(), caption.to_owned(), trace))
    .to_vec()
}

/// The theme's part, as mdBook would bring it.
const PAGE: &str = "html{--bg:#fff;--fg:#000}html.navy{--bg:hsl(226,23%,11%);--fg:#bcbdd0}html.coal{--bg:hsl(200,7%,8%)}
html.ayu{--bg:hsl(210,25%,8%)}html.rust{--bg:hsl(60,9%,87%)}
body{background:var(--bg);color:var(--fg);margin:0;font:16px 'Open Sans',sans-serif}main{max-width:750px;margin:auto}";

fn drawn(id: &str, caption: &str, trace: &Trace) -> String {
    let options = Options {
        id: id.to_owned(),
        title: caption.to_owned(),
        caption: caption.to_owned(),
        ..Options::default()
    };
    match figure::html(trace, &options) {
        Ok(html) => html,
        Err(overlaps) => overlaps.iter().map(|overlap| format!("<p>{overlap}</p>\n")).collect(),
    }
}
