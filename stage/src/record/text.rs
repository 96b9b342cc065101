//! SQL for people: one line, with the parameters' values in their places.

use std::iter::Peekable;
use std::str::Chars;

use kit::sql::Value;

/// Fills `$n` in, drops comments and makes one space of any white space, but not in quotes.
pub(crate) fn shown(sql: &str, params: &[Value]) -> String {
    let mut out = String::with_capacity(sql.len() + 16);
    let mut rest = sql.chars().peekable();
    while let Some(c) = rest.next() {
        match c {
            '\'' | '"' | '`' => quoted(c, &mut rest, &mut out),
            '-' if rest.peek() == Some(&'-') => {
                rest.by_ref().find(|c| *c == '\n');
                space(&mut out);
            }
            '/' if rest.peek() == Some(&'*') => {
                let mut last = ' ';
                rest.next();
                rest.by_ref().find(|c| std::mem::replace(&mut last, *c) == '*' && *c == '/');
                space(&mut out);
            }
            '$' => parameter(params, &mut rest, &mut out),
            c if c.is_whitespace() => space(&mut out),
            c => out.push(c),
        }
    }
    out.truncate(out.trim_end_matches([' ', ';']).len());
    out
}

fn space(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

fn quoted(quote: char, rest: &mut Peekable<Chars<'_>>, out: &mut String) {
    out.push(quote);
    for c in rest.by_ref() {
        out.push(c);
        // A doubled quote ends one text and begins the next: the same letters come out.
        if c == quote {
            break;
        }
    }
}

fn parameter(params: &[Value], rest: &mut Peekable<Chars<'_>>, out: &mut String) {
    let mut digits = String::new();
    while let Some(digit) = rest.next_if(char::is_ascii_digit) {
        digits.push(digit);
    }
    let value = digits.parse::<usize>().ok().and_then(|n| params.get(n.checked_sub(1)?));
    match value {
        Some(value) => out.push_str(&value.to_string()),
        None => {
            out.push('$');
            out.push_str(&digits);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shown;
    use kit::sql::Value;

    #[test]
    fn one_line_with_values() {
        let sql = "UPDATE accounts   -- take it out\n   SET balance = $2 /* paise */\n WHERE id = $1;\n";
        let values = [Value::Int(42), Value::Int(7000)];
        assert_eq!(shown(sql, &values), "UPDATE accounts SET balance = 7000 WHERE id = 42");
    }

    #[test]
    fn quotes_are_left_as_they_are() {
        let sql = "SELECT '$1  -- it''s', \"a  b\", $10, $1 FROM t";
        assert_eq!(shown(sql, &["x'y".into()]), "SELECT '$1  -- it''s', \"a  b\", $10, 'x''y' FROM t");
    }
}
