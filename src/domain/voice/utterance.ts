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
  /** Resolves with the final transcript; undefined when it was closed before. Rejects when the recogniser fails. */
  finish(): Promise<Transcript | undefined>
  close(): void
  /** Resolves with the failure of the recogniser, as soon as it fails. */
  readonly failed: Promise<unknown>
}

/** The longest wait for the final; providers have shorter limits of their own. */
const FINAL_MS = 20_000

/** The recognition of one utterance, with a limit on the wait for its final transcript. */
export function openUtterance(
  { recognition, timers }: { readonly recognition: SpeechRecognition; readonly timers: VoiceTimers },
  { request, onPartial, onNotice }: UtteranceSettings,
): Utterance {
  const controller = new AbortController()
  const stream = recognition.open(request, controller.signal)
  let stopTimeout = () => {}
  let fail: (error: unknown) => void = () => {}
  const failed = new Promise<unknown>((resolve) => {
    fail = resolve
  })

  const read = async (): Promise<Transcript | undefined> => {
    for await (const event of stream.events) {
      if (controller.signal.aborted) return undefined
      if (event.type === 'partial') onPartial(event.text)
      if (event.type === 'notice') onNotice(event)
      if (event.type === 'final') return event
    }
    return undefined
  }
  const aborted = new Promise<never>((_, reject) => {
    controller.signal.addEventListener('abort', () => reject(controller.signal.reason), { once: true })
  })
  aborted.catch(() => undefined)
  const final = Promise.race([read(), aborted]).catch((error: unknown) => {
    if (error === CLOSED) return undefined
    fail(error)
    throw error
  })
  final.catch(() => undefined)
  const end = (reason: unknown) => {
    stopTimeout()
    stream.close()
    controller.abort(reason)
  }
  return {
    failed,
    push: (samples) => stream.push(samples),
    finish: async () => {
      stopTimeout = timers.after(FINAL_MS, () => end(domainError('recogniserLate')))
      stream.finish()
      try {
        return await final
      } finally {
        stopTimeout()
      }
    },
    close: () => end(CLOSED),
  }
}

const CLOSED = 'closed'
