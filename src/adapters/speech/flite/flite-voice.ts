import { Worker } from 'node:worker_threads'
import { domainError } from '../../../domain/errors.js'
import { type Channel, createChannel } from '../../../domain/voice/channel.js'
import type { SpeechChunk, SpeechRequest, SpeechSynthesis } from '../../../domain/voice/ports.js'
import { createChunkCutter } from '../chunk-cutter.js'
import type { SpeakTask, SpokenPiece } from './speak-text.js'
import { speakerOf } from './speakers.js'
import type { FliteReply, FliteTask } from './worker-messages.js'

type FliteVoiceSettings = {
  /** Finds the built `flite.worker.js`. */
  readonly findWorker: () => Promise<URL>
  /** A different seed gives voices of the same unknown name a different sound. */
  readonly seed?: number
}

export type FliteVoice = SpeechSynthesis & {
  /** Starts the thread, so that the first text does not wait for it. */
  prepare(): void
  close(): Promise<void>
}

/**
 * The built-in voice of people: Flite in a worker thread, which is started when it is first needed. One text is spoken
 * at a time, a second of sound in some 20 ms of processor time; others wait in order of arrival.
 */
export function createFliteVoice({ findWorker, seed = 0 }: FliteVoiceSettings): FliteVoice {
  let starting: Promise<FliteThread> | undefined
  const running = async () => {
    starting ??= findWorker().then(startThread)
    const thread = await starting
    if (thread.isAlive()) return thread
    starting = findWorker().then(startThread)
    return starting
  }
  return {
    async *speak(request, signal) {
      if (signal.aborted || request.text.trim() === '') return
      const cutter = createChunkCutter(request.sampleRate)
      for await (const piece of (await running()).speak(toTask(request, seed), signal)) {
        yield* whileHeard(cutter.push(piece), signal)
      }
      yield* whileHeard(cutter.flush(), signal)
    },
    prepare: () => void running().catch(() => undefined),
    close: async () => {
      await (await starting)?.end()
    },
  }
}

const toTask = ({ text, sampleRate, voice }: SpeechRequest, seed: number): SpeakTask => ({
  text,
  sampleRate,
  speaker: speakerOf(voice, seed),
  speed: voice.tts_speed,
})

function* whileHeard(chunks: readonly SpeechChunk[], signal: AbortSignal): Generator<SpeechChunk> {
  for (const chunk of chunks) {
    if (signal.aborted) return
    yield chunk
  }
}

type Waiting = { readonly task: FliteTask; readonly pieces: Channel<SpokenPiece> }

interface FliteThread {
  isAlive(): boolean
  /** Ends early when the signal aborts. */
  speak(task: SpeakTask, signal: AbortSignal): AsyncIterable<SpokenPiece>
  end(): Promise<void>
}

function startThread(file: URL): FliteThread {
  const worker = new Worker(file)
  worker.unref()
  let isAlive = true
  let queue: readonly Waiting[] = []
  let current: Waiting | undefined
  let count = 0

  const next = () => {
    if (current !== undefined) return
    current = queue[0]
    queue = queue.slice(1)
    if (current === undefined) return worker.unref()
    // The process stays while someone waits for a text, and only then.
    worker.ref()
    worker.postMessage(current.task)
  }
  const fail = (cause: unknown) => {
    isAlive = false
    const all = current === undefined ? queue : [current, ...queue]
    queue = []
    current = undefined
    for (const { pieces } of all) pieces.fail(domainError('voiceFailed', { cause }))
  }
  worker.on('message', (reply: FliteReply) => {
    if (reply.kind === 'ready') return
    if (reply.kind === 'piece') return current?.pieces.push(reply)
    if (reply.kind === 'spoken') current?.pieces.end()
    else current?.pieces.fail(domainError('voiceFailed', { cause: reply.error }))
    current = undefined
    next()
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(undefined))

  return {
    isAlive: () => isAlive,
    speak: (task, signal) => {
      const waiting: Waiting = { task: { ...task, id: count }, pieces: createChannel() }
      count += 1
      const drop = () => {
        queue = queue.filter((other) => other !== waiting)
        waiting.pieces.end()
      }
      signal.addEventListener('abort', drop, { once: true })
      queue = [...queue, waiting]
      next()
      return waiting.pieces.values
    },
    end: async () => {
      isAlive = false
      await worker.terminate()
    },
  }
}
