//! Module documentation.
use std::fmt;

/// Documentation.
#[derive(Clone, Debug)]
pub struct Point<T: Copy> where T: fmt::Debug {
    pub x: T,
    y: Vec<T>,
}

struct Pair(pub u8, String);
struct Unit;
union Bits { a: u32, b: f32 }

pub enum Shape {
    Empty,
    Circle { radius: f64 },
    #[doc(hidden)]
    Square(f64, Pair),
}

pub trait Area: fmt::Debug + Sized {
    const SIDES: u32 = 0;
    type Unit: Copy;
    fn area(&self) -> f64;
    fn twice(&self) -> f64 { self.area() * 2.0 }
    fn make() -> Self;
}

impl Area for Shape {
    type Unit = u8;
    fn area(&self) -> f64 { Self::unit() }
    fn make() -> Self { Shape::Empty }
}

impl Shape {
    pub const MAX: usize = 3;
    pub(crate) async fn unit(mut self: Box<Self>, (a, b): (u8, u8)) -> f64 { helper(a, b) }
}

impl<T: Area> Area for [T; 3] {}
impl !Send for Unit {}

const LIMIT: usize = compute(1);
static mut STATE: Option<Shape> = None;
type Alias<T> = Vec<T>;
extern "C" { fn abs(x: i32) -> i32; }
fn generic<'a, T, F: Fn(&T) -> u8, const N: usize>(x: &'a T, f: F, _: [u8; N]) -> impl Area + 'a where T: Area { f(x) }
impl Area for [u8] {}
#[cfg(feature = "nightly")]
impl Unit {}
#[cfg(not(target_has_atomic = "ptr"))]
impl Area for Unit {}
