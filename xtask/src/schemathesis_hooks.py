"""What our runs of schemathesis change in the requests that it makes. `schemathesis.rs` hands this file over."""

import schemathesis


def with_integers(value):
    """The value with each whole number written as an integer: 5 for 5.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [with_integers(item) for item in value]
    if isinstance(value, dict):
        return {name: with_integers(item) for name, item in value.items()}
    return value


# To JSON Schema, 5.0 is an integer, and no keyword says otherwise. Our document says in words that an integer is
# written without a decimal point and without an exponent. A test of the server sends such numbers and expects a clear
# refusal.
@schemathesis.hook
def map_body(context, body):
    return with_integers(body)
