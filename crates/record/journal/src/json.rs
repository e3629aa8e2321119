//! Bodies of entries as JSON text.

use house::ports::StoreFailure;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The JSON text under which a value is stored.
///
/// # Errors
/// [`StoreFailure::Storage`] when the value has no JSON form.
pub fn to_json(value: &(impl Serialize + ?Sized)) -> Result<String, StoreFailure> {
    serde_json::to_string(value).map_err(|error| StoreFailure::Storage(error.to_string()))
}

/// The value of a stored JSON text.
///
/// # Errors
/// [`StoreFailure::Corrupt`] when the text is not the JSON of such a value.
pub fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, StoreFailure> {
    serde_json::from_str(text).map_err(|error| StoreFailure::Corrupt(error.to_string()))
}
