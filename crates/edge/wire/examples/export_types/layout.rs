//! Formats a generated TypeScript declaration: one line for each member of an object or a union.
//!
//! Knows the punctuation of TypeScript and nothing of messages.

/// Formats a declaration, indented by two blanks a level.
pub(crate) fn declaration(name_and_type: &str) -> String {
    let (head, body) = name_and_type.split_once(" = ").unwrap_or((name_and_type, ""));
    let alternatives = split(body.trim_end_matches(';'), '|');
    match alternatives.as_slice() {
        [one] => format!("export {head} = {};\n", value(one, 0)),
        many if many.iter().any(|text| text.contains('\n')) => {
            let lines: Vec<String> = many.iter().map(|text| format!("\n  | {}", value(text, 4))).collect();
            format!("export {head} ={};\n", lines.concat())
        }
        many => format!("export {head} = {};\n", many.join(" | ")),
    }
}

/// Formats a documentation comment, on one line when it has one.
pub(crate) fn comment(text: &str, indent: usize) -> String {
    let stripped = text.trim().trim_start_matches("/**").trim_end_matches("*/");
    let lines: Vec<&str> = stripped.lines().map(|line| line.trim().trim_start_matches('*').trim()).collect();
    let lines: Vec<&str> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    let blanks = " ".repeat(indent);
    match lines.as_slice() {
        [] => String::new(),
        [one] => format!("{blanks}/** {one} */\n"),
        many => {
            let body: Vec<String> = many.iter().map(|line| format!("{blanks} * {line}\n")).collect();
            format!("{blanks}/**\n{}{blanks} */\n", body.concat())
        }
    }
}

/// Formats a type. An object with documented members has a line for each.
fn value(text: &str, indent: usize) -> String {
    let text = text.trim();
    let Some(inner) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) else {
        return text.to_owned();
    };
    let members = split(inner, ',');
    if !inner.contains("/**") {
        let plain: Vec<String> = members.iter().map(|member| unquoted(member)).collect();
        return format!("{{ {} }}", plain.join("; "));
    }
    let lines: Vec<String> = members.iter().map(|text| member(text, indent + 2)).collect();
    format!("{{\n{}{}}}", lines.concat(), " ".repeat(indent))
}

fn member(text: &str, indent: usize) -> String {
    let (docs, rest) = match text.split_once("*/") {
        Some((docs, rest)) => (comment(docs, indent), rest.trim()),
        None => (String::new(), text),
    };
    format!("{docs}{}{};\n", " ".repeat(indent), unquoted(rest))
}

/// Removes the quotes around a member's name.
fn unquoted(member: &str) -> String {
    match member.strip_prefix('"').and_then(|rest| rest.split_once("\":")) {
        Some((name, rest)) => format!("{name}:{rest}"),
        None => member.to_owned(),
    }
}

/// Splits at separators outside of brackets and comments, and drops empty parts.
fn split(text: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut from, mut depth, mut in_comment) = (Vec::new(), 0, 0_u32, false);
    for (at, sign) in text.char_indices() {
        match sign {
            '/' if text[at..].starts_with("/**") => in_comment = true,
            '/' if text[..at].ends_with('*') => in_comment = false,
            _ if in_comment => {}
            '{' | '[' | '<' => depth += 1,
            '}' | ']' | '>' => depth -= 1,
            _ if sign == separator && depth == 0 => {
                parts.push(text[from..at].trim());
                from = at + sign.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text[from..].trim());
    parts.retain(|part| !part.is_empty());
    parts
}
