//! The language of answers: integers, names, `+ - * /`, brackets, `min max floor ceil`.
//!
//! `/` divides exactly: `7 / 2` is seven halves until `floor` or `ceil` decides. There are no
//! floating point numbers, so that an answer is the same on every machine.

use super::rational::Rational;
use std::collections::BTreeMap;
use std::fmt;

/// Brackets and signs within each other, at most.
const DEPTH: u32 = 48;
/// Numbers, names and symbols in one expression, at most: a long sum is worked out recursively.
const LONGEST: usize = 400;

/// An expression that has been read and can be worked out for any drawn numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    root: Node,
    text: String,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Integer(i64),
    Name(String),
    Negate(Box<Node>),
    Binary(Sign, Box<Node>, Box<Node>),
    Call(Function, Vec<Node>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sign {
    Plus,
    Minus,
    Times,
    Over,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Function {
    Min,
    Max,
    Floor,
    Ceil,
}

/// What is wrong with the text of an expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// Where, in characters from the start of the expression.
    pub at: usize,
    pub message: String,
}

/// Why an expression has no value for these numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    DividesByZero,
    TooBig,
    Unknown(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::DividesByZero => f.write_str("it divides by zero"),
            Fault::TooBig => f.write_str("a number in it grows too big"),
            Fault::Unknown(name) => write!(f, "there is no variable `{name}`"),
        }
    }
}

impl Expression {
    pub fn parse(text: &str) -> Result<Expression, Slip> {
        let mut reader = Reader { tokens: tokens(text)?, next: 0, end: text.chars().count() };
        let root = reader.sum(DEPTH)?;
        match reader.peek() {
            None => Ok(Expression { root, text: text.trim().to_owned() }),
            Some(token) => Err(reader.slip(format!("expected an operator, found {token}"))),
        }
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The names it uses, each once, in the order of the alphabet.
    pub fn names(&self) -> Vec<&str> {
        let mut found = Vec::new();
        collect(&self.root, &mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    pub fn value(&self, numbers: &BTreeMap<String, i64>) -> Result<Rational, Fault> {
        value(&self.root, numbers)
    }
}

fn collect<'a>(node: &'a Node, found: &mut Vec<&'a str>) {
    match node {
        Node::Integer(_) => {}
        Node::Name(name) => found.push(name),
        Node::Negate(inner) => collect(inner, found),
        Node::Binary(_, left, right) => {
            collect(left, found);
            collect(right, found);
        }
        Node::Call(_, arguments) => arguments.iter().for_each(|node| collect(node, found)),
    }
}

fn value(node: &Node, numbers: &BTreeMap<String, i64>) -> Result<Rational, Fault> {
    match node {
        Node::Integer(n) => Ok(Rational::from(*n)),
        Node::Name(name) => {
            numbers.get(name).map(|n| Rational::from(*n)).ok_or_else(|| Fault::Unknown(name.clone()))
        }
        Node::Negate(inner) => value(inner, numbers)?.negate().ok_or(Fault::TooBig),
        Node::Binary(sign, left, right) => {
            let (left, right) = (value(left, numbers)?, value(right, numbers)?);
            match sign {
                Sign::Plus => left.plus(right),
                Sign::Minus => left.minus(right),
                Sign::Times => left.times(right),
                Sign::Over if right.is_zero() => return Err(Fault::DividesByZero),
                Sign::Over => left.over(right),
            }
            .ok_or(Fault::TooBig)
        }
        Node::Call(function, arguments) => call(*function, arguments, numbers),
    }
}

fn call(function: Function, arguments: &[Node], numbers: &BTreeMap<String, i64>) -> Result<Rational, Fault> {
    let mut values = arguments.iter().map(|node| value(node, numbers));
    // The reader lets no call through without an argument.
    let mut found = values.next().unwrap_or(Ok(Rational::from(0)))?;
    for other in values {
        let other = other?;
        let order = found.compare(other).ok_or(Fault::TooBig)?;
        let better = if function == Function::Min { order.is_gt() } else { order.is_lt() };
        found = if better { other } else { found };
    }
    match function {
        Function::Min | Function::Max => Ok(found),
        Function::Floor => Ok(found.floor()),
        Function::Ceil => found.ceil().ok_or(Fault::TooBig),
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Token {
    Integer(i64),
    Name(String),
    Symbol(char),
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Token::Integer(n) => write!(f, "`{n}`"),
            Token::Name(name) => write!(f, "`{name}`"),
            Token::Symbol(symbol) => write!(f, "`{symbol}`"),
        }
    }
}

fn tokens(text: &str) -> Result<Vec<(usize, Token)>, Slip> {
    let letters: Vec<char> = text.chars().collect();
    let run = |from: usize, part: fn(char) -> bool| -> String {
        letters.iter().skip(from).take_while(|c| part(**c)).collect()
    };
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&letter) = letters.get(at) {
        if letter.is_whitespace() {
            at += 1;
            continue;
        }
        let (token, length) = match letter {
            '0'..='9' => {
                let digits = run(at, |c| c.is_ascii_digit());
                let n = digits.parse().map_err(|_| Slip { at, message: "this number is too big".into() })?;
                (Token::Integer(n), digits.len())
            }
            'a'..='z' => {
                let name = run(at, |c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
                let length = name.len();
                (Token::Name(name), length)
            }
            '+' | '-' | '*' | '/' | '(' | ')' | ',' => (Token::Symbol(letter), 1),
            '.' => {
                let message = "no decimals here: write a fraction, such as 1 / 2".into();
                return Err(Slip { at, message });
            }
            other => {
                return Err(Slip { at, message: format!("expected a number or a name, found `{other}`") });
            }
        };
        if found.len() == LONGEST {
            return Err(Slip { at, message: "this expression is too long".into() });
        }
        found.push((at, token));
        at += length;
    }
    Ok(found)
}

struct Reader {
    tokens: Vec<(usize, Token)>,
    next: usize,
    end: usize,
}

impl Reader {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.next).map(|(_, token)| token)
    }

    fn slip(&self, message: String) -> Slip {
        let at = self.tokens.get(self.next).map_or(self.end, |(at, _)| *at);
        Slip { at, message }
    }

    fn take(&mut self, symbol: char) -> bool {
        let there = self.peek() == Some(&Token::Symbol(symbol));
        self.next += usize::from(there);
        there
    }

    fn expect(&mut self, symbol: char) -> Result<(), Slip> {
        if self.take(symbol) {
            return Ok(());
        }
        let found = self.peek().map_or("the end".to_owned(), Token::to_string);
        Err(self.slip(format!("expected `{symbol}`, found {found}")))
    }

    fn sum(&mut self, depth: u32) -> Result<Node, Slip> {
        let mut left = self.product(depth)?;
        loop {
            let sign = match self.peek() {
                Some(Token::Symbol('+')) => Sign::Plus,
                Some(Token::Symbol('-')) => Sign::Minus,
                _ => return Ok(left),
            };
            self.next += 1;
            left = Node::Binary(sign, Box::new(left), Box::new(self.product(depth)?));
        }
    }

    fn product(&mut self, depth: u32) -> Result<Node, Slip> {
        let mut left = self.factor(depth)?;
        loop {
            let sign = match self.peek() {
                Some(Token::Symbol('*')) => Sign::Times,
                Some(Token::Symbol('/')) => Sign::Over,
                _ => return Ok(left),
            };
            self.next += 1;
            left = Node::Binary(sign, Box::new(left), Box::new(self.factor(depth)?));
        }
    }

    fn factor(&mut self, depth: u32) -> Result<Node, Slip> {
        let depth = depth.checked_sub(1).ok_or_else(|| self.slip("this is nested too deep".into()))?;
        let found = self.peek().cloned();
        match found {
            Some(Token::Integer(n)) => {
                self.next += 1;
                Ok(Node::Integer(n))
            }
            Some(Token::Name(name)) => self.name(name, depth),
            Some(Token::Symbol('-')) => {
                self.next += 1;
                Ok(Node::Negate(Box::new(self.factor(depth)?)))
            }
            Some(Token::Symbol('(')) => {
                self.next += 1;
                let inner = self.sum(depth)?;
                self.expect(')')?;
                Ok(inner)
            }
            Some(token) => Err(self.slip(format!("expected a number or a name, found {token}"))),
            None => Err(self.slip("expected a number or a name, found the end".into())),
        }
    }

    fn name(&mut self, name: String, depth: u32) -> Result<Node, Slip> {
        let calls = matches!(self.tokens.get(self.next + 1), Some((_, Token::Symbol('('))));
        let function = match name.as_str() {
            "min" => Function::Min,
            "max" => Function::Max,
            "floor" => Function::Floor,
            "ceil" => Function::Ceil,
            _ if calls => {
                return Err(
                    self.slip(format!("there is no function `{name}`; there are min, max, floor, ceil"))
                );
            }
            _ => {
                self.next += 1;
                return Ok(Node::Name(name));
            }
        };
        let start = self.next;
        self.next += 1;
        self.expect('(')?;
        let mut arguments = vec![self.sum(depth)?];
        while self.take(',') {
            arguments.push(self.sum(depth)?);
        }
        self.expect(')')?;
        let single = matches!(function, Function::Floor | Function::Ceil);
        if single && arguments.len() != 1 {
            self.next = start;
            return Err(self.slip(format!("`{name}` takes one value")));
        }
        Ok(Node::Call(function, arguments))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn worked(text: &str) -> String {
        let numbers = BTreeMap::from([("k".to_owned(), 7), ("zero".to_owned(), 0)]);
        match Expression::parse(text) {
            Err(slip) => format!("{}: {}", slip.at, slip.message),
            Ok(expression) => match expression.value(&numbers) {
                Ok(value) => value.to_string(),
                Err(fault) => fault.to_string(),
            },
        }
    }

    #[test]
    fn arithmetic_is_exact() {
        for (text, expected) in [
            ("1 + 2 * 3", "7"),
            ("(1 + 2) * 3", "9"),
            ("10 - 3 - 2", "5"),
            ("k / 2", "7/2"),
            ("floor(k / 2)", "3"),
            ("ceil(k / 2)", "4"),
            ("floor(-k / 2)", "-4"),
            ("ceil(-k / 2)", "-3"),
            ("min(3, k, 2) + max(k, 9)", "11"),
            ("1 / 3 + 1 / 6", "1/2"),
            ("--k", "7"),
            ("k / zero", "it divides by zero"),
            ("k / (3 - 3)", "it divides by zero"),
        ] {
            assert_eq!(worked(text), expected, "{text}");
        }
    }

    #[test]
    fn nothing_wraps() {
        let big = ["9223372036854775807"; 3].join(" * ");
        assert_eq!(worked(&big), "a number in it grows too big");
        assert_eq!(worked("99999999999999999999"), "0: this number is too big");
    }

    #[test]
    fn a_slip_says_where_and_what_was_expected() {
        for (text, expected) in [
            ("", "0: expected a number or a name, found the end"),
            ("1 +", "3: expected a number or a name, found the end"),
            ("1 2", "2: expected an operator, found `2`"),
            ("floor(1", "7: expected `)`, found the end"),
            ("floor(1, 2)", "0: `floor` takes one value"),
            ("round(k)", "0: there is no function `round`; there are min, max, floor, ceil"),
            ("k * 0.5", "5: no decimals here: write a fraction, such as 1 / 2"),
            ("k % 2", "2: expected a number or a name, found `%`"),
            ("₹30", "0: expected a number or a name, found `₹`"),
        ] {
            assert_eq!(worked(text), expected, "{text}");
        }
        assert!(worked(&"(".repeat(300)).ends_with("nested too deep"));
        assert!(worked(&"-".repeat(300)).ends_with("nested too deep"));
        assert!(worked(&"1 + ".repeat(10_000)).ends_with("too long"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_inside_itself(text in "[-+*/(),. 0-9a-z_₹]{0,40}") {
            match Expression::parse(&text) {
                Ok(expression) => { let _ = expression.value(&BTreeMap::new()); }
                Err(slip) => prop_assert!(slip.at <= text.chars().count()),
            }
        }

        #[test]
        fn sums_and_products_agree_with_the_machine(a in -1000i64..1000, b in -1000i64..1000, c in 1i64..1000) {
            let numbers = BTreeMap::from([("a".into(), a), ("b".into(), b), ("c".into(), c)]);
            let text = "floor((a - b) * c / c) + floor(a / c) * c - min(a, b)";
            let value = Expression::parse(text).expect("it parses").value(&numbers).expect("a value");
            prop_assert_eq!(value.whole(), Some(a - b + a.div_euclid(c) * c - a.min(b)));
        }
    }
}
