// Answers one JSON line per JSON line: the errors of a project with one file replaced.
// node breaking_oracle.cjs NODE_MODULES PROJECT TSCONFIG
const [, , modules, project, config] = process.argv
const path = require('path')
const fs = require('fs')
const ts = require(path.join(modules, 'typescript'))

const read = ts.readConfigFile(path.join(project, config), ts.sys.readFile)
const parsed = ts.parseJsonConfigFileContent(read.config, ts.sys, project)
const options = { ...parsed.options, noEmit: true, noUnusedLocals: false, noUnusedParameters: false, composite: false, incremental: false }
options.typeRoots = [path.join(modules, '@types')]
const versions = new Map()
const texts = new Map()
const host = {
  ...ts.createCompilerHost(options),
  getCompilationSettings: () => options,
  getScriptFileNames: () => parsed.fileNames,
  getScriptVersion: (file) => String(versions.get(file) ?? 0),
  getScriptSnapshot: (file) => {
    const text = texts.get(file) ?? ts.sys.readFile(file)
    return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
  },
}
const service = ts.createLanguageService(host)

function errors(name) {
  const found = []
  for (const file of parsed.fileNames) {
    const text = texts.get(file) ?? fs.readFileSync(file, 'utf8')
    if (name && !text.includes(name)) {
      continue
    }
    for (const error of service.getSemanticDiagnostics(file)) {
      if (error.category === ts.DiagnosticCategory.Error && error.start !== undefined) {
        const line = error.file.getLineAndCharacterOfPosition(error.start).line + 1
        const message = ts.flattenDiagnosticMessageText(error.messageText, ' ')
        found.push([path.relative(project, file), line, error.code, message])
      }
    }
  }
  return found
}

require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const asked = JSON.parse(line)
  if (!asked.file) {
    console.log(JSON.stringify(errors('')))
    return
  }
  const file = path.join(project, asked.file)
  texts.set(file, asked.text)
  versions.set(file, (versions.get(file) ?? 0) + 1)
  const whole = service.getSyntacticDiagnostics(file).length === 0
  console.log(JSON.stringify(whole ? errors(asked.name) : []))
  texts.delete(file)
  versions.set(file, versions.get(file) + 1)
})
