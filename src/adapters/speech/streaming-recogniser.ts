import { createChannel } from '../../domain/voice/channel.js'
import type { RecognitionEvent, SpeechRecognition } from '../../domain/voice/ports.js'
import { type SpeechFailureReason, speechError } from './failure.js'
import type { RecogniserProvider } from './provider.js'
import { createStreamingConnection, type StreamingConnectionDeps } from './streaming-connection.js'
import { createTranscriptAssembler } from './streaming-messages.js'

/**
 * Recognition while someone speaks, over a WebSocket of Deepgram's `/v1/listen` shape: 16-bit samples go in as binary
 * messages, `Results` come back as JSON, `CloseStream` asks for the rest.
 */
export function createStreamingRecogniser(
  deps: StreamingConnectionDeps,
  provider: RecogniserProvider,
): SpeechRecognition {
  return {
    open: (request, signal) => {
      const channel = createChannel<RecognitionEvent>()
      const transcript = createTranscriptAssembler()
      const line = createStreamingConnection(deps, provider, request)
      let isOpen = true
      const close = () => {
        isOpen = false
        signal.removeEventListener('abort', close)
        line.close()
        channel.end()
      }
      const fail = (reason: SpeechFailureReason) => {
        channel.fail(speechError('recogniser', reason, { baseUrl: provider.baseUrl }))
        close()
      }
      line.listen({
        onHypothesis: (hypothesis) => {
          const partial = transcript.add(hypothesis)
          if (partial !== undefined) channel.push({ type: 'partial', text: partial })
        },
        onEnd: () => {
          channel.push(transcript.final())
          close()
        },
        onFailure: fail,
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
