#!/usr/bin/env node
import { readFileSync } from 'node:fs'

const argv = process.argv.slice(2)

for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error
  })
}

if (argv.length === 1 && argv[0] === '--version') printVersion()
else {
  if (argv.length === 0 || (argv.length === 1 && /^(help|--help)$/.test(argv[0]))) printStart()
  await runCommand()
}

/** What oclif prints, without loading it. */
function printVersion() {
  const { name, version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  process.stdout.write(`${name}/${version} ${process.platform}-${process.arch} node-${process.version}\n`)
}

/** What somebody needs first who has just installed it. */
function printStart() {
  process.stdout.write(`Start here:
  parley serve --demo      a server with characters, on this machine
  parley chat maren        talk to one of them, in a second terminal
  parley doctor            find out why something does not work

`)
}

async function runCommand() {
  const { run, settings } = await import('@oclif/core')
  // NODE_ENV=test or development must not make oclif look for TypeScript sources.
  settings.enableAutoTranspile = false
  try {
    await run(argv, import.meta.url)
  } catch (error) {
    const { reportFailure } = await import('../dist/src/cli/report-failure.js')
    await reportFailure(error, argv)
  }
}
