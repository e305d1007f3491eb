import cluster from 'node:cluster'
import { rmSync } from 'node:fs'
import { readSettings } from '../config/settings.js'
import { StartError } from '../process/start-error.js'
import { createTimers } from '../process/timers.js'
import { type RunningServer, startServer } from '../start.js'
import type { FromWorker, StartFailure, ToWorker } from './messages.js'
import { createWorkerPart } from './worker-part.js'

// One of several processes that serve at one address; the primary process starts it, says what it serves, and stops it.

type Start = Extract<ToWorker, { type: 'start' }>

let isToldToStop = () => {}
const stopSignal = new Promise<void>((resolve) => {
  isToldToStop = resolve
})
let receive: (message: ToWorker) => void = (message) => {
  if (message.type === 'start') void serve(message)
}
process.on('message', (message: ToWorker) => {
  if (message.type === 'stop') isToldToStop()
  else receive(message)
})
process.on('SIGTERM', () => isToldToStop())
// A terminal sends them to all processes; it is the primary one that says what follows.
process.on('SIGINT', () => undefined)
process.on('SIGHUP', () => undefined)
send({ type: 'awake' })

async function serve(start: Start): Promise<void> {
  removeFolderAfter(start.place.address.folder)
  const { part, receive: next } = createWorkerPart(start, { send, timers: createTimers() })
  receive = next
  try {
    const server = await startServer(await readSettings({ ...start.options, ...onKept(start) }), {}, part)
    send({ type: 'ready', ready: server.ready })
    await Promise.race([stopSignal, replacement(server)])
    if (server.replaced?.aborted) process.exit(1)
    await server.stop()
    process.exit(0)
  } catch (error) {
    process.send?.({ type: 'failed', failure: describe(error) } satisfies FromWorker, () => process.exit(1))
  }
}

function send(message: FromWorker): void {
  // Nobody is there any more to tell; this process is about to end.
  process.send?.(message, () => undefined)
}

/** What the first worker has to say of the records of a world file, the others would only repeat. */
const onKept = ({ place, isToldOfKept }: Start) => {
  if (!place.isFirst) return { onKept: () => undefined }
  return isToldOfKept
    ? { onKept: (kept: Extract<FromWorker, { type: 'kept' }>['kept']) => send({ type: 'kept', kept }) }
    : {}
}

const replacement = ({ replaced }: RunningServer): Promise<void> =>
  new Promise((resolve) => {
    if (replaced?.aborted) resolve()
    replaced?.addEventListener('abort', () => resolve(), { once: true })
  })

/** A primary process that was killed leaves the folder; Node ends this process then. */
function removeFolderAfter(folder: string): void {
  process.once('exit', () => {
    if (cluster.worker?.isConnected() !== true) rmSync(folder, { recursive: true, force: true })
  })
}

function describe(error: unknown): StartFailure {
  const { code } = (error instanceof Error ? (error.cause ?? error) : {}) as NodeJS.ErrnoException
  if (error instanceof StartError) return { message: error.message, hint: error.hint, code }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { message, hint: undefined, code }
}
