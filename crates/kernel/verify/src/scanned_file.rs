//! The proof file of a shoe whose cards a device reads: all that the house signed of it, in JSON of one spelling. What
//! the device signed is in the records of the shoe, which are a file of their own.

use fair::{Bulletin, PublicKey, Signature};
use json::{Fields, Place, Record, Wrong};

use crate::file::{FormError, Rules, Signed, read_bulletins, read_format, write_format};

/// The value of the field `format`.
pub const FORMAT: &str = "punto-scanner-proof";

/// The version of the format.
pub const VERSION: u32 = 1;

/// A proof file, read. Each value has its form; whether they fit each other is what the checks say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScannedFile {
    /// The table.
    pub table: u32,
    /// The shoe.
    pub shoe_no: u32,
    /// The house rules of the shoe.
    pub rules: Rules,
    /// Every change of the house's key from `opened` on, by ascending number, up to the last bulletin of this file.
    pub rekeyed: Vec<Signed>,
    /// The bulletins from `opened` on, up to `finished` or the latest.
    pub bulletins: Vec<Bulletin>,
    /// The key that signed the last of them.
    pub key: PublicKey,
    /// The signature of the last of them, which covers all.
    pub signature: Signature,
    /// Later corrections of rounds of this shoe.
    pub after: Vec<Signed>,
}

impl ScannedFile {
    /// Whether a text says of itself that it is such a file.
    pub fn claims(text: &str) -> bool {
        text.starts_with(&format!("{{\"format\":\"{FORMAT}\""))
    }

    /// Reads a file. Unknown fields and values of another form are refused; blanks between the fields are not, but
    /// [`ScannedFile::write`] then gives another text.
    ///
    /// # Errors
    /// [`FormError`].
    pub fn read(text: &str) -> Result<Self, FormError> {
        Ok(json::read(text, |node| node.record(Self::read_fields))?)
    }

    /// The one text of this file: JSON in one line, its fields in their order, then LF.
    pub fn write(&self) -> String {
        let mut text = json::write(|to| to.record(|it| self.write_fields(it)));
        text.push('\n');
        text
    }

    fn read_fields(it: &Record<'_>) -> Result<Self, Wrong> {
        read_format(it, FORMAT, VERSION)?;
        Ok(Self {
            table: it.get("table")?.number()?,
            shoe_no: it.get("shoe")?.number()?,
            rules: Rules::read(it.get("rules")?)?,
            rekeyed: it.get("rekeyed")?.list(Signed::read)?,
            bulletins: read_bulletins(it)?,
            key: it.get("key")?.text()?,
            signature: it.get("signature")?.text()?,
            after: it.get("after")?.list(Signed::read)?,
        })
    }

    fn write_fields(&self, it: &mut Fields<'_>) {
        write_format(it, FORMAT, VERSION);
        it.field("table").number(self.table);
        it.field("shoe").number(self.shoe_no);
        it.field("rules").record(|it| self.rules.write(it));
        let signed = |to: Place<'_>, signed: &Signed| to.record(|it| signed.write(it));
        it.field("rekeyed").list(&self.rekeyed, signed);
        it.field("bulletins").list(&self.bulletins, |to, bulletin| to.text(bulletin));
        it.field("key").text(&self.key);
        it.field("signature").text(&self.signature);
        it.field("after").list(&self.after, signed);
    }
}
