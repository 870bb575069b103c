//! Rows of a table as data, one by one: CSV, JSON lines, and the b-files of the OEIS.

use super::table::csv_row;

/// How rows are written as data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowFormat {
    /// Comma-separated values (RFC 4180), a header first.
    Csv,
    /// A JSON object a line.
    JsonLines,
    /// `n a(n)` a line, n counting up by 1: the b-file format of the On-Line Encyclopedia of Integer Sequences.
    BFile,
}

/// Writes rows as data.
pub struct DataRows {
    format: RowFormat,
    /// Names of the columns; as keys of JSON, no two the same.
    keys: Vec<String>,
    /// The same as written before each value: `"n":`
    fields: Vec<String>,
    /// The last index of a b-file.
    last: Option<i128>,
}

impl DataRows {
    /// Rows under some columns, of which the first `binders` are binders.
    ///
    /// # Errors
    /// A sentence, if a b-file cannot represent such a table.
    pub fn new(format: RowFormat, columns: &[String], binders: usize) -> Result<DataRows, String> {
        if format == RowFormat::BFile && (columns.len() != 2 || binders != 1) {
            return Err(
                "a b-file has one index and one value on each line; does the table have one name after `for` and one \
                        expression, as in `table Kayles(n) for n in 0..100`?"
                    .into(),
            );
        }
        let mut keys: Vec<String> = vec![];
        for column in columns {
            let same = keys.iter().filter(|k| *k == column || k.starts_with(&format!("{column} ("))).count();
            keys.push(if same == 0 { column.clone() } else { format!("{column} ({})", same + 1) });
        }
        let fields = keys.iter().map(|key| text(key) + ":").collect();
        Ok(DataRows { format, keys, fields, last: None })
    }

    /// The header.
    pub fn header(&self) -> String {
        let mut out = String::new();
        if self.format == RowFormat::Csv {
            csv_row(&self.keys, &mut out);
        }
        out
    }

    /// Adds a row with its line break.
    ///
    /// # Errors
    /// A sentence, if a b-file cannot represent it.
    pub fn row(&mut self, cells: &[String], out: &mut String) -> Result<(), String> {
        match self.format {
            RowFormat::Csv => csv_row(cells, out),
            RowFormat::JsonLines => {
                for ((i, key), cell) in self.fields.iter().enumerate().zip(cells) {
                    out.push(if i == 0 { '{' } else { ',' });
                    out.push_str(key);
                    push_value(cell, out);
                }
                out.push_str("}\n");
            }
            RowFormat::BFile => self.b_file_row(&cells[0], &cells[1], out)?,
        }
        Ok(())
    }

    fn b_file_row(&mut self, index: &str, value: &str, out: &mut String) -> Result<(), String> {
        let number: i128 =
            index.parse().map_err(|_| format!("the index of a b-file is a number, not {index}"))?;
        if !is_integer(value) {
            return Err(format!("the values of a b-file are whole numbers; at {index} it is {value}"));
        }
        if let Some(last) = self.last.replace(number)
            && number != last + 1
        {
            return Err(format!("the index of a b-file counts up by 1; after {last} came {number}"));
        }
        for part in [index, " ", value, "\n"] {
            out.push_str(part);
        }
        Ok(())
    }
}

fn is_integer(cell: &str) -> bool {
    let digits = cell.strip_prefix('-').unwrap_or(cell);
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

/// Numbers of up to 15 digits, which every reader of JSON reads exactly, as numbers; everything else as texts.
fn push_value(cell: &str, out: &mut String) {
    if is_integer(cell) && cell.len() <= 15 { out.push_str(cell) } else { out.push_str(&text(cell)) }
}

fn text(s: &str) -> String {
    serde_json::Value::from(s).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(format: RowFormat, columns: &[&str], rows: &[&[&str]]) -> Result<String, String> {
        let own = |cells: &[&str]| cells.iter().map(|c| c.to_string()).collect::<Vec<_>>();
        let mut data = DataRows::new(format, &own(columns), 1)?;
        let mut text = data.header();
        rows.iter().try_for_each(|row| data.row(&own(row), &mut text))?;
        Ok(text)
    }

    #[test]
    fn rows_as_data() {
        let rows: &[&[&str]] = &[&["0", "N"], &["1", "12345678901234567890"]];
        assert_eq!(
            all(RowFormat::Csv, &["n", "f(n), g"], rows).unwrap(),
            "n,\"f(n), g\"\r\n0,N\r\n1,12345678901234567890\r\n"
        );
        let json = "{\"n\":0,\"n (2)\":\"N\"}\n{\"n\":1,\"n (2)\":\"12345678901234567890\"}\n";
        assert_eq!(all(RowFormat::JsonLines, &["n", "n"], rows).unwrap(), json);
        assert_eq!(
            all(RowFormat::BFile, &["n", "f"], &[&["-1", "3"], &["0", "-7"]]).unwrap(),
            "-1 3\n0 -7\n"
        );
    }

    #[test]
    fn what_is_no_b_file() {
        assert!(all(RowFormat::BFile, &["n", "f", "g"], &[]).is_err());
        assert!(all(RowFormat::BFile, &["n", "f"], &[&["0", "N"]]).is_err());
        assert!(all(RowFormat::BFile, &["n", "f"], &[&["0", "1"], &["2", "1"]]).is_err());
    }
}
