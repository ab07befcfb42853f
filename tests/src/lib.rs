//! Named people with fixed keys, vectors and servers for tests.
