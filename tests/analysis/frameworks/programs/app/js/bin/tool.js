#!/usr/bin/env node
function main() {}

if (require.main === module) {
  main()
}
