import { domainError } from '../errors.js'
import type { VoiceTimers } from './engine.js'
import type { RecognitionEvent, RecognitionRequest, SpeechRecognition } from './ports.js'

export type Transcript = Omit<Extract<RecognitionEvent, { type: 'final' }>, 'type'>
type Notice = Extract<RecognitionEvent, { type: 'notice' }>

type UtteranceSettings = {
  readonly request: RecognitionRequest
  readonly onPartial: (text: string) => void
  readonly onNotice: (notice: Notice) => void
}

export interface Utterance {
  push(samples: Float32Array): void
  /** Resolves with what was said; undefined when it was closed before. Rejects when the recogniser fails. */
  finish(): Promise<Transcript | undefined>
  close(): void
  /** The failure of the recogniser, as soon as it fails. */
  readonly failed: Promise<unknown>
}

/** The longest wait for the final; providers have shorter limits of their own. */
const FINAL_MS = 20_000

/** Has one utterance recognised. */
export function openUtterance(
  { recognition, timers }: { readonly recognition: SpeechRecognition; readonly timers: VoiceTimers },
  { request, onPartial, onNotice }: UtteranceSettings,
): Utterance {
  const stop = new AbortController()
  const stream = recognition.open(request, stop.signal)
  let relax = () => {}
  let fail: (error: unknown) => void = () => {}
  const failed = new Promise<unknown>((resolve) => {
    fail = resolve
  })

  const read = async (): Promise<Transcript | undefined> => {
    for await (const event of stream.events) {
      if (stop.signal.aborted) return undefined
      if (event.type === 'partial') onPartial(event.text)
      if (event.type === 'notice') onNotice(event)
      if (event.type === 'final') return event
    }
    return undefined
  }
  const late = new Promise<never>((_, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason), { once: true })
  })
  late.catch(() => undefined)
  const final = Promise.race([read(), late]).catch((error: unknown) => {
    if (error === CLOSED) return undefined
    fail(error)
    throw error
  })
  final.catch(() => undefined)
  const end = (reason: unknown) => {
    relax()
    stream.close()
    stop.abort(reason)
  }
  return {
    failed,
    push: (samples) => stream.push(samples),
    finish: async () => {
      relax = timers.after(FINAL_MS, () => end(tooLate()))
      stream.finish()
      try {
        return await final
      } finally {
        relax()
      }
    },
    close: () => end(CLOSED),
  }
}

const CLOSED = 'closed'

const tooLate = () => domainError('recogniserLate')
