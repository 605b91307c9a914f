// Reads a JSON list of [file, title, message], writes what @actions/core sends to the runner for each.
const os = require('os');
const { issueCommand } = require('@actions/core/lib/command.js');

const real = process.stdout.write.bind(process.stdout);
let input = '';
process.stdin.on('data', (chunk) => (input += chunk));
process.stdin.on('end', () => {
  const sent = [];
  process.stdout.write = (text) => sent.push(text) > 0;
  for (const [file, title, message] of JSON.parse(input)) issueCommand('warning', { file, title }, message);
  process.stdout.write = real;
  real(JSON.stringify(sent.map((text) => text.slice(0, -os.EOL.length))));
});
