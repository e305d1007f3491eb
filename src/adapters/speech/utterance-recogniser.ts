import { concatSamples } from '../../audio/resample.js'
import { createChannel } from '../../domain/voice/channel.js'
import type { RecognitionEvent, RecognitionRequest, SpeechRecognition } from '../../domain/voice/ports.js'

/** Longer utterances are cut, because providers reject longer files, and to limit memory use. */
const MAX_SECONDS = 300

export type RecordedUtterance = RecognitionRequest & { readonly samples: Float32Array }
export type RecognisedSpeech = {
  readonly text: string
  readonly language?: string
  readonly confidence?: number
}
export type Transcribe = (utterance: RecordedUtterance, signal: AbortSignal) => Promise<RecognisedSpeech>

/** Whisper's word for what is no speech, such as `[BLANK_AUDIO]` or `(wind blowing)`: nobody said that. */
const ANNOTATION = /^[[(][^[\]()]*[\])]$/

const withoutAnnotation = (text: string) => (ANNOTATION.test(text.trim()) ? '' : text)

/** Wraps transcription of complete utterances: no partial results, and the final one follows `finish`. */
export function createUtteranceRecogniser(transcribe: Transcribe): SpeechRecognition {
  return {
    open: (request, signal) => {
      const channel = createChannel<RecognitionEvent>()
      const stop = new AbortController()
      let chunks: Float32Array[] = []
      let length = 0
      let isOpen = true

      const close = () => {
        isOpen = false
        chunks = []
        signal.removeEventListener('abort', close)
        stop.abort()
        channel.end()
      }
      if (signal.aborted) close()
      else signal.addEventListener('abort', close, { once: true })

      const transcribeAll = async () => {
        const samples = concatSamples(chunks)
        chunks = []
        try {
          const isSilent = samples.every((sample) => sample === 0)
          const transcript = isSilent ? { text: '' } : await transcribe({ ...request, samples }, stop.signal)
          channel.push({ type: 'final', ...transcript, text: withoutAnnotation(transcript.text) })
        } catch (error) {
          if (!stop.signal.aborted) channel.fail(error)
        } finally {
          close()
        }
      }
      return {
        push: (samples) => {
          if (!isOpen || length >= MAX_SECONDS * request.sampleRate) return
          length += samples.length
          chunks.push(samples.slice())
        },
        finish: () => {
          if (!isOpen) return
          isOpen = false
          void transcribeAll()
        },
        close,
        events: channel.values,
      }
    },
  }
}
