pub fn offered() {}

fn hidden() {}

#[test]
fn main() {}
