//! The shuffle: unbiased, reproducible from its seed, with frozen test vectors.
