fn good() { ok(); }
fn broken( { a.b(; }
struct { x: }
impl for {}
use ;
mod
