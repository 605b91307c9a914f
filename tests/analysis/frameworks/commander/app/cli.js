#!/usr/bin/env node
const { Command, program } = require('commander')
const { build } = require('./build')

program.name('tool').version('1.0.0')

program
  .command('serve <port>')
  .description('serves')
  .option('-v', 'verbose')
  .action(serve)

program.command('build').action(build)

const remote = program.command('remote')
remote.command('add <name>').action(async (name) => add(name))

const extra = new Command('extra')
extra.action(serve)
program.addCommand(extra)
program.action(main)

function serve(port) {}
function add(name) {}
function main() {}

button.action(serve)
program.parse()
