// Runs commands one after the other for `command-host.ts`: each evaluates bin/run.js anew, with the environment, folder
// and standard input that it is told, and is over when a process of its own would be: once nothing keeps it running.
import { PassThrough } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { inspect } from 'node:util'

const bin = new URL('../../../bin/run.js', import.meta.url)
const home = process.cwd()
/** Ends what a command, and what it has started, wrote to a pipe: a message overtakes what is in the pipes. */
const LAST = '\0over\0'
/** What Node ends with when nothing is left that could settle what is awaited. */
const UNSETTLED = 13
const EMITTERS = [process, process.stdout, process.stderr]

let runs = 0
let isOver = true
let input = new PassThrough()

Object.defineProperty(process, 'stdin', { configurable: true, get: () => input })
const pipes = ['stdout', 'stderr'].map((name) => {
  const write = process[name].write.bind(process[name])
  process[name].write = (chunk, encoding, whenWritten) => {
    if (!isOver) return write(chunk, encoding, whenWritten)
    const done = typeof encoding === 'function' ? encoding : whenWritten
    if (done !== undefined) process.nextTick(done, null)
    return true
  }
  return write
})
/** Resolves when this, and everything before it, is in the pipes. */
const writeToAll = (text) => Promise.all(pipes.map((write) => new Promise((resolve) => write(text, resolve))))

const reallyExit = process.exit.bind(process)
// What still runs after it must not reach the next command, so this process ends with the command that asks for it.
process.exit = (code) => {
  if (isOver) reallyExit(code)
  process.exitCode = code ?? process.exitCode
  isOver = true
  // Everything that was written goes before it.
  void writeToAll('').then(() => reallyExit())
  throw new Error('The command ended the process.')
}

process.on('uncaughtException', (error) => {
  // A process of its own would not be there any more.
  if (isOver) return
  process.stderr.write(`Uncaught ${inspect(error)}\n`)
  process.exit(1)
})

process.on('disconnect', () => reallyExit(0))
process.on('message', run)

async function run({ args, env, cwd, stdin }) {
  const listeners = EMITTERS.map(listenersOf)
  replaceEnvironment(env)
  process.chdir(cwd)
  process.argv = [process.execPath, fileURLToPath(bin), ...args]
  process.exitCode = undefined
  input = new PassThrough()
  input.end(stdin)
  isOver = false
  let isSettled = false
  void import(`${bin.href}?${++runs}`).then(() => {
    isSettled = true
  })
  await nothingLeftToDo()
  if (isOver) return
  const exitCode = isSettled ? Number(process.exitCode ?? 0) : UNSETTLED
  for (const told of newListeners(process, listeners[0], 'exit')) told.call(process, exitCode)
  isOver = true
  await leaveNothing(listeners)
  await writeToAll(LAST)
  process.send({ exitCode })
}

/** Resolves when Node would end the process. */
function nothingLeftToDo() {
  process.channel.unref()
  return new Promise((resolve) => {
    process.once('beforeExit', () => {
      process.channel.ref()
      resolve()
    })
  })
}

function replaceEnvironment(env) {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}

async function leaveNothing(listeners) {
  EMITTERS.forEach((emitter, index) => {
    for (const event of emitter.eventNames())
      for (const listener of newListeners(emitter, listeners[index], event)) emitter.off(event, listener)
  })
  process.exitCode = undefined
  process.chdir(home)
  input.destroy()
  await closeConnections()
}

const listenersOf = (emitter) =>
  new Map(emitter.eventNames().map((event) => [event, emitter.rawListeners(event)]))
const newListeners = (emitter, before, event) =>
  emitter.rawListeners(event).filter((listener) => !before.get(event)?.includes(listener))

/** The next command opens its own, as a new process would. */
async function closeConnections() {
  const key = Symbol.for('undici.globalDispatcher.1')
  const agent = globalThis[key]
  if (agent === undefined) return
  globalThis[key] = new agent.constructor()
  await agent.destroy()
}
