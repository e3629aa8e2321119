//! Answers to lines of JSON: what `punto settle` and `punto odds` answer, and what their WebAssembly modules do. Knows
//! no file, no stream and no memory of another language.
//!
//! ```
//! use punto_answers::settle::Settler;
//! use baccarat::HouseRules;
//!
//! let rules = HouseRules::builtin("gold-card").expect("a built-in name");
//! let mut reply = Vec::new();
//! let line = r#"{"round_no":1,"cards":["9h","Kd","Ks","3c"],"wagers":[{"spot":"player","stake":100}]}"#;
//! assert!(Settler::new(rules.clone()).answer(Ok(line), &mut reply));
//! assert!(reply.ends_with(br#""staked":100,"paid":200,"effective_turnover":100}"#));
//! ```

pub mod exchange;
pub mod line;
pub mod odds;
pub mod reply;
pub mod settle;
pub mod words;
