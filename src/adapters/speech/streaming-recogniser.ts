import { createChannel } from '../../domain/voice/channel.js'
import type { RecognitionEvent, SpeechRecognition } from '../../domain/voice/ports.js'
import { type Reason, speechError } from './failure.js'
import type { RecogniserProvider } from './provider.js'
import { createLine, type LineDeps } from './streaming-line.js'
import { createTranscript } from './streaming-messages.js'

/**
 * Recognition while someone speaks, over a WebSocket of Deepgram's `/v1/listen` shape: 16-bit samples go in as binary
 * messages, `Results` come back as JSON, `CloseStream` asks for the rest.
 */
export function createStreamingRecogniser(deps: LineDeps, provider: RecogniserProvider): SpeechRecognition {
  return {
    open: (request, signal) => {
      const channel = createChannel<RecognitionEvent>()
      const transcript = createTranscript()
      const line = createLine(deps, provider, request)
      let isOpen = true
      const close = () => {
        isOpen = false
        signal.removeEventListener('abort', close)
        line.close()
        channel.end()
      }
      const fail = (reason: Reason) => {
        channel.fail(speechError('recogniser', reason, { baseUrl: provider.baseUrl }))
        close()
      }
      line.listen({
        heard: (hypothesis) => {
          const partial = transcript.add(hypothesis)
          if (partial !== undefined) channel.push({ type: 'partial', text: partial })
        },
        over: () => {
          channel.push(transcript.final())
          close()
        },
        failed: fail,
      })
      if (signal.aborted) close()
      else signal.addEventListener('abort', close, { once: true })
      return {
        push: (samples) => {
          if (isOpen) line.send(samples)
        },
        finish: () => {
          if (!isOpen) return
          isOpen = false
          line.finish()
        },
        close,
        events: channel.values,
      }
    },
  }
}
