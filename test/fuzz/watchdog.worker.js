// Plain JavaScript, so that it runs as a worker without being compiled.
import { rmSync, writeFileSync, writeSync } from 'node:fs'
import { Session } from 'node:inspector'
import { parentPort, workerData } from 'node:worker_threads'

/** How long the main thread may take to say where it is. */
const PAUSE_MS = 5000
const FRAMES_MAX = 15

const { stageMs, totalMs, failureFile, scratch } = workerData
let stage = { name: 'the start', input: {}, since: Date.now() }
let stageTimer
let isEnding = false

parentPort.on('message', (next) => {
  stage = next
  limitStage()
})
limitStage()
setTimeout(() => end('the whole run', totalMs), totalMs)

function limitStage() {
  clearTimeout(stageTimer)
  stageTimer = setTimeout(() => end('a stage', stageMs), stageMs)
}

async function end(what, limitMs) {
  if (isEnding) return
  isEnding = true
  const { name, input, since } = stage
  const seconds = Math.round((Date.now() - since) / 1000)
  try {
    print(`hung: ${name}, for ${seconds} s; ${what} may take ${Math.round(limitMs / 1000)} s`)
    print(await locateMainThread())
    writeFileSync(failureFile, `${JSON.stringify(input, null, 2)}\n`)
    print(`        ${failureFile}`)
    rmSync(scratch, { recursive: true, force: true })
  } finally {
    // Whatever cannot be written: the process must end.
    process.kill(process.pid, 'SIGKILL')
  }
}

/** Written directly: standard output of a worker goes through the main thread, which may be blocked. */
function print(line) {
  writeSync(1, `${line}\n`)
}

/** The call stack of the main thread, or that it waits for something. */
function locateMainThread() {
  return new Promise((resolve) => {
    const urls = new Map()
    const session = new Session()
    session.connectToMainThread()
    session.on('Debugger.scriptParsed', ({ params }) => urls.set(params.scriptId, params.url))
    session.on('Debugger.paused', ({ params }) => {
      const lines = params.callFrames.slice(0, FRAMES_MAX).map(({ functionName, location }) => {
        const { scriptId, lineNumber, columnNumber } = location
        return `    at ${functionName || '<anonymous>'} (${urls.get(scriptId)}:${lineNumber + 1}:${columnNumber + 1})`
      })
      resolve(['The main thread is busy:', ...lines].join('\n'))
    })
    session.post('Debugger.enable')
    session.post('Debugger.pause')
    setTimeout(() => resolve('The main thread runs no JavaScript: it waits for something.'), PAUSE_MS)
  })
}
