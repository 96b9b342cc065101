//! `cargo quiz completions`: what a shell offers after the tab key.

use super::arguments::Arguments;
use super::{Run, Stop};
use clap::{Args, CommandFactory};
use clap_complete::Shell;

const HELP: &str = "\
Examples:
  cargo quiz completions bash > ~/.local/share/bash-completion/completions/quiz
  cargo quiz completions fish > ~/.config/fish/completions/quiz.fish

They complete the program `quiz` (cargo install --path quiz), not `cargo quiz`. In bash and fish
they offer the keys of questions too.";

/// Commands whose argument is a question's key.
const KEYED: &str = "show|suspend|flag";

#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(super) struct Options {
    /// For which shell.
    shell: Shell,
}

impl Run<'_, '_> {
    pub(super) fn completions(self, options: Options) -> Result<(), Stop> {
        // In memory first: clap_complete panics where it cannot write, as on a closed pipe.
        let mut script = Vec::new();
        clap_complete::generate(options.shell, &mut Arguments::command(), "quiz", &mut script);
        script.extend(keys(options.shell).into_bytes());
        Ok(self.terminal.out.write_all(&script)?)
    }
}

/// The keys come from the program itself, so that they are those of today.
fn keys(shell: Shell) -> String {
    match shell {
        Shell::Bash => format!(
            "\n_quiz_with_keys() {{\n    _quiz \"$@\"\n    case \"${{COMP_WORDS[1]}}\" in\n        \
             {KEYED}) [[ \"$2\" == -* ]] || COMPREPLY+=($(compgen -W \"$(quiz list --keys 2>/dev/null)\" -- \"$2\")) ;;\n    \
             esac\n}}\ncomplete -F _quiz_with_keys -o bashdefault -o default quiz\n"
        ),
        Shell::Fish => format!(
            "\ncomplete -c quiz -n \"__fish_seen_subcommand_from {}\" -f -a \"(quiz list --keys 2>/dev/null)\"\n",
            KEYED.replace('|', " ")
        ),
        _ => String::new(),
    }
}
