// Preloaded into a server and its threads: notes each thread that starts and each large program that is compiled.
const { appendFileSync } = require('node:fs')
const { syncBuiltinESMExports } = require('node:module')
const threads = require('node:worker_threads')

const note = (what) => appendFileSync(process.env.LOADED, `${what}\n`)

threads.Worker = class extends threads.Worker {
  constructor(file, options) {
    note(`thread ${String(file).split('/').at(-1)}`)
    super(file, options)
  }
}
syncBuiltinESMExports()

/** Smaller ones belong to Node: its HTTP parser is one. */
const LARGE_BYTES = 1_000_000
const { Module } = WebAssembly
WebAssembly.Module = class extends Module {
  constructor(bytes) {
    if (bytes.byteLength > LARGE_BYTES) note('program')
    super(bytes)
  }
}
