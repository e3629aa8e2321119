//! Passwords: which ones are accepted, and how they are hashed and verified. Knows no people.
//!
//! The hash is Argon2id (RFC 9106) with the parameters that the OWASP Password Storage Cheat Sheet recommends first:
//! 19 MiB of memory, two passes, one lane.

use std::ops::RangeInclusive;
use std::sync::Arc;

use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Params, Version};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use unicode_normalization::UnicodeNormalization as _;
use zxcvbn::Score;

/// How many characters a password may have.
pub const PASSWORD: RangeInclusive<usize> = 8..=128;
/// The least strength: more than 10^8 guesses, as zxcvbn estimates them.
const LEAST: Score = Score::Three;
/// The memory of one hash, in KiB.
const MEMORY: u32 = 19 * 1024;
/// How many passes one hash makes.
const PASSES: u32 = 2;
/// How many passwords may wait for each one that is worked on: a few seconds of work.
const WAITING: usize = 100;
/// The hash that is verified when nobody has the name. No password is known to have it.
const NOBODY: &str =
    "$argon2id$v=19$m=19456,t=2,p=1$cHVudG8gaGFzIG5vYm9keQ$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

/// Why a new password is refused, in the order of the checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PasswordRefusal {
    /// It is too short or too long.
    #[error("a password has {} to {} characters, not {has}", PASSWORD.start(), PASSWORD.end())]
    Length {
        /// How many it has, or one more than it may have.
        has: usize,
    },
    /// It contains the name of its owner.
    #[error("a password does not contain the name of its owner; choose several unrelated words")]
    ContainsName,
    /// It is too easy to guess.
    #[error("the password is too easy to guess; choose several unrelated words")]
    Weak,
}

/// The body of a password credential.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PasswordBody {
    /// The hash with its salt and parameters, in the PHC string format.
    pub hash: String,
    /// How many times what a log-in asks for changed since this password was set. A log-in that began before such a
    /// change finds the credential outdated.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub turn: u32,
}

impl PasswordBody {
    /// The body of a password with this hash.
    pub const fn new(hash: String) -> Self {
        Self { hash, turn: 0 }
    }

    /// The same password after a change of what a log-in asks for.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { turn: self.turn.wrapping_add(1), ..self }
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
const fn is_zero(turn: &u32) -> bool {
    *turn == 0
}

/// Checks a new password of somebody with that name. It takes a processor for milliseconds.
fn check_new(password: &str, name: &str) -> Result<(), PasswordRefusal> {
    let length = password.chars().take(PASSWORD.end().saturating_add(1)).count();
    if !PASSWORD.contains(&length) {
        return Err(PasswordRefusal::Length { has: length });
    }
    let (folded, name) = (password.to_lowercase(), name.to_lowercase());
    if folded.contains(&name) && name.chars().count() > 2 {
        return Err(PasswordRefusal::ContainsName);
    }
    if zxcvbn::zxcvbn(password, &[&name, "punto", "baccarat"]).score() < LEAST {
        return Err(PasswordRefusal::Weak);
    }
    Ok(())
}

/// Too many passwords wait to be hashed. Nothing was hashed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("too many passwords wait to be checked")]
pub struct Busy;

/// Checks, hashes and verifies passwords on the threads for blocking work, a few at a time.
///
/// One hash takes a processor for tens of milliseconds. Half of the processors are left to everything else, so that
/// many log-ins wait for each other and not the tables for them. So many may wait, and no more.
pub struct Passwords {
    /// Who waits or works has one.
    places: Arc<Semaphore>,
    /// Who works has one.
    permits: Arc<Semaphore>,
}

impl Default for Passwords {
    fn default() -> Self {
        let processors = std::thread::available_parallelism().map_or(1, usize::from);
        Self::new((processors / 2).max(1))
    }
}

impl Passwords {
    /// Works on so many passwords at a time. With 0, every password finds it busy.
    pub fn new(at_once: usize) -> Self {
        let places = at_once.saturating_mul(WAITING.saturating_add(1));
        Self { places: Arc::new(Semaphore::new(places)), permits: Arc::new(Semaphore::new(at_once)) }
    }

    /// Checks a new password of somebody with that name.
    ///
    /// # Errors
    /// [`Busy`], or else [`PasswordRefusal`].
    pub async fn check_new(&self, password: &str, name: &str) -> Result<Result<(), PasswordRefusal>, Busy> {
        let (password, name) = (password.to_owned(), name.to_owned());
        let checked = self.run(move || check_new(&password, &name)).await?;
        Ok(checked.unwrap_or(Err(PasswordRefusal::Weak)))
    }

    /// Hashes a password with this salt; none when the machine cannot hash.
    ///
    /// # Errors
    /// [`Busy`].
    pub async fn hash(&self, password: &str, salt: [u8; 16]) -> Result<Option<PasswordBody>, Busy> {
        let password = normal(password);
        let hash = self.run(move || {
            let hash = hasher().ok()?.hash_password_with_salt(password.as_bytes(), &salt).ok()?;
            Some(PasswordBody::new(hash.to_string()))
        });
        Ok(hash.await?.flatten())
    }

    /// Whether a password has this hash. Without a hash, or for a password that nobody can have, it takes as long and
    /// answers no.
    ///
    /// # Errors
    /// [`Busy`].
    pub async fn verify(&self, password: &str, stored: Option<PasswordBody>) -> Result<bool, Busy> {
        let possible = password.chars().nth(*PASSWORD.end()).is_none();
        let password = if possible { normal(password) } else { String::new() };
        let known = stored.is_some() && possible;
        let hash = stored.map_or_else(|| NOBODY.to_owned(), |body| body.hash);
        let verified = self.run(move || {
            let hash = PasswordHash::new(&hash).ok()?;
            hasher().ok()?.verify_password(password.as_bytes(), &hash).ok()
        });
        Ok(verified.await?.flatten().is_some() && known)
    }

    /// Runs blocking work when there is a permit; none when it panicked or the program ends.
    async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<Option<T>, Busy> {
        let place = Arc::clone(&self.places).try_acquire_owned().map_err(|_| Busy)?;
        let Ok(permit) = Arc::clone(&self.permits).acquire_owned().await else { return Ok(None) };
        // The permit goes with the work: a caller who gives up does not make room for another hash.
        let task = tokio::task::spawn_blocking(move || {
            let done = work();
            drop((permit, place));
            done
        });
        Ok(task.await.ok())
    }
}

fn hasher() -> Result<Argon2<'static>, argon2::Error> {
    Ok(Argon2::new(Algorithm::Argon2id, Version::V0x13, Params::new(MEMORY, PASSES, 1, None)?))
}

/// The form in which a password is hashed: one text, however a keyboard composes its letters.
fn normal(password: &str) -> String {
    password.nfc().collect()
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt as _;

    use super::*;

    #[test]
    fn weak_passwords_are_refused_and_the_message_says_what_is_accepted() {
        let (long, longest) = ("x".repeat(129), "correct horse ".repeat(9));
        for (password, expected) in [
            ("", Err(PasswordRefusal::Length { has: 0 })),
            ("short7!", Err(PasswordRefusal::Length { has: 7 })),
            (long.as_str(), Err(PasswordRefusal::Length { has: 129 })),
            ("password", Err(PasswordRefusal::Weak)),
            ("12345678", Err(PasswordRefusal::Weak)),
            ("aaaaaaaaaaaa", Err(PasswordRefusal::Weak)),
            ("baccarat1", Err(PasswordRefusal::Weak)),
            ("MARA lee-green-kettle", Err(PasswordRefusal::ContainsName)),
            ("correct horse battery", Ok(())),
            ("tRv9#kq2Lm", Ok(())),
            (longest.as_str(), Ok(())),
        ] {
            assert_eq!(check_new(password, "Mara Lee"), expected, "{password:?}");
        }
        assert_eq!(
            PasswordRefusal::Length { has: 3 }.to_string(),
            "a password has 8 to 128 characters, not 3"
        );
    }

    #[tokio::test]
    async fn a_password_is_verified_by_its_hash_alone() {
        let passwords = Passwords::default();
        let stored = passwords.hash("Zoe\u{308} kettle green", [7; 16]).await.unwrap().unwrap();
        assert!(stored.hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{stored:?}");
        assert!(
            passwords.verify("Zoë kettle green", Some(stored.clone())).await.unwrap(),
            "composed otherwise"
        );
        for wrong in ["", "zoë kettle green", &"x".repeat(1_000)] {
            assert!(!passwords.verify(wrong, Some(stored.clone())).await.unwrap(), "{wrong}");
        }
        assert!(!passwords.verify("", None).await.unwrap());
        let other = passwords.hash("Zoë kettle green", [8; 16]).await.unwrap().unwrap();
        assert_ne!(other.hash, stored.hash);
    }

    #[tokio::test]
    async fn so_many_wait_and_no_more() {
        let passwords = Passwords::new(1);
        let (finish, finished) = std::sync::mpsc::channel::<()>();
        let blocked = passwords.run(move || finished.recv());
        let waiting = futures_util::future::join_all((0..WAITING).map(|_| passwords.run(|| ())));
        let (mut blocked, mut waiting) = (Box::pin(blocked), Box::pin(waiting));
        assert!((&mut blocked).now_or_never().is_none() && (&mut waiting).now_or_never().is_none());
        assert_eq!(passwords.verify("green kettle unrolled", None).await, Err(Busy));
        assert_eq!(passwords.check_new("green kettle unrolled", "Ann").await, Err(Busy));
        assert_eq!(passwords.hash("green kettle unrolled", [7; 16]).await, Err(Busy));
        finish.send(()).unwrap();
        blocked.await.unwrap().unwrap().unwrap();
        assert!(waiting.await.iter().all(|done| *done == Ok(Some(()))));
        assert_eq!(passwords.check_new("green kettle unrolled", "Ann").await, Ok(Ok(())));
    }

    #[tokio::test]
    async fn the_thread_that_serves_others_checks_no_password() {
        let passwords = Passwords::new(1);
        let own = std::thread::current().id();
        let other = passwords.run(|| std::thread::current().id()).await.unwrap().unwrap();
        assert_ne!(own, other);
        assert_eq!(passwords.check_new("12345678", "Ann").await, Ok(Err(PasswordRefusal::Weak)));
    }

    #[test]
    fn the_hash_of_nobody_costs_as_much_as_any() {
        let nobody = PasswordHash::new(NOBODY).unwrap();
        let params = Params::try_from(&nobody).unwrap();
        assert_eq!((params.m_cost(), params.t_cost(), params.p_cost()), (MEMORY, PASSES, 1));
        assert_eq!((nobody.salt.unwrap().len(), nobody.hash.unwrap().len()), (16, 32));
    }
}
