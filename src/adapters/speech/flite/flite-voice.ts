import { Worker } from 'node:worker_threads'
import { domainError } from '../../../domain/errors.js'
import type { SpeechChunk, SpeechRequest, SpeechSynthesis } from '../../../domain/voice/ports.js'
import { createChunkCutter } from '../chunk-cutter.js'
import type { SpeakTask, SpokenText } from './speak-text.js'
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
      const spoken = await (await running()).speak(toTask(request, seed), signal)
      if (spoken !== undefined) yield* cut(spoken, request.sampleRate, signal)
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

function* cut(spoken: SpokenText, sampleRate: number, signal: AbortSignal): Generator<SpeechChunk> {
  const cutter = createChunkCutter(sampleRate)
  for (const chunk of [...cutter.push(spoken), ...cutter.flush()]) {
    if (signal.aborted) return
    yield chunk
  }
}

type Waiting = {
  readonly task: FliteTask
  readonly resolve: (spoken: SpokenText | undefined) => void
  readonly reject: (error: unknown) => void
}

interface FliteThread {
  isAlive(): boolean
  /** Undefined when the signal aborted first. */
  speak(task: SpeakTask, signal: AbortSignal): Promise<SpokenText | undefined>
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
    for (const { reject } of all) reject(domainError('voiceFailed', { cause }))
  }
  worker.on('message', (reply: FliteReply) => {
    if (reply.kind === 'ready') return
    const finished = current
    current = undefined
    if (reply.kind === 'spoken') finished?.resolve(reply)
    else finished?.reject(domainError('voiceFailed', { cause: reply.error }))
    next()
  })
  worker.on('error', fail)
  worker.on('exit', () => fail(undefined))

  return {
    isAlive: () => isAlive,
    speak: (task, signal) =>
      new Promise((resolve, reject) => {
        const waiting: Waiting = { task: { ...task, id: count }, resolve, reject }
        count += 1
        signal.addEventListener(
          'abort',
          () => {
            queue = queue.filter((other) => other !== waiting)
            resolve(undefined)
          },
          { once: true },
        )
        queue = [...queue, waiting]
        next()
      }),
    end: async () => {
      isAlive = false
      await worker.terminate()
    },
  }
}
