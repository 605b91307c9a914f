#![allow(unused)]
extern crate alloc;
extern crate serde as s;
use std::collections::{self, hash_map::{self as hm, Entry}, *};
pub use crate::a::B;
use self::c::D as E;
use super::super::F as _;
use ::bytes::Buf;
use foo;
use {g, h::i};
mod a;
#[path = "other/c.rs"]
pub mod c;
#[macro_use]
mod macros;
#[cfg(windows)]
mod win;
#[cfg(all(unix, not(loom), feature = "std"))]
mod on;
#[cfg(test)]
mod tests {
    use super::*;
    mod deep;

    #[test]
    fn works() { use super::B; helper(); }

    #[tokio::test(flavor = "multi_thread")]
    async fn waits() {}

    fn helper() {}
}
#[get("/users/{id}")]
async fn route() {}
