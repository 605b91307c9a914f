export function work() {}
export function inner() {}
