import { toPcm16 } from '../../audio/pcm.js'
import type { Timers } from '../../domain/clock.js'
import { createChannel } from '../../domain/voice/channel.js'
import type { RecognitionEvent, RecognitionRequest, SpeechRecognition } from '../../domain/voice/ports.js'
import { isRecord } from '../provider-failure.js'
import { type SpeechFailureReason, speechError } from './failure.js'
import type { RecogniserProvider } from './provider.js'
import { type ClientWebSocket, openWebSocket } from './web-socket.js'

/**
 * Recognition during speech over a WebSocket compatible with Deepgram's `/v1/listen`: 16-bit samples are sent as binary
 * messages, `Results` are received as JSON, and `CloseStream` requests the remaining results.
 */
export function createStreamingRecogniser(
  deps: StreamingConnectionDeps,
  provider: RecogniserProvider,
): SpeechRecognition {
  return {
    open: (request, signal) => {
      const channel = createChannel<RecognitionEvent>()
      const transcript = createTranscriptAssembler()
      const connection = createStreamingConnection(deps, provider, request)
      let isOpen = true
      const close = () => {
        isOpen = false
        signal.removeEventListener('abort', close)
        connection.close()
        channel.end()
      }
      const fail = (reason: SpeechFailureReason) => {
        channel.fail(speechError('recogniser', reason, { provider }))
        close()
      }
      connection.listen({
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
          if (isOpen) connection.send(samples)
        },
        finish: () => {
          if (!isOpen) return
          isOpen = false
          connection.finish()
        },
        close,
        events: channel.values,
      }
    },
  }
}

type StreamingConnectionDeps = { readonly timers: Pick<Timers, 'after'> }

/** Limit of unsent audio, before and after the connection opens. With more, the provider is too slow. */
const WAITING_SECONDS = 30

type StreamingListener = {
  readonly onHypothesis: (hypothesis: Hypothesis) => void
  /** The provider has sent all results. */
  readonly onEnd: () => void
  readonly onFailure: (reason: SpeechFailureReason) => void
}

/** The connection to the provider. After `close` no listener is called. */
interface StreamingConnection {
  listen(to: StreamingListener): void
  send(samples: Float32Array): void
  /** Requests the remaining results. */
  finish(): void
  close(): void
}

function createStreamingConnection(
  { timers }: StreamingConnectionDeps,
  provider: RecogniserProvider,
  request: RecognitionRequest,
): StreamingConnection {
  const { firstTokenSeconds, totalSeconds } = provider.patience
  const maxWaitingBytes = WAITING_SECONDS * 2 * request.sampleRate
  let socket: ClientWebSocket | undefined
  let listener: StreamingListener | undefined
  let state: 'open' | 'finishing' | 'over' = 'open'
  let cancelTimer = timers.after(firstTokenSeconds * 1000, () => fail('late'))

  const end = () => {
    state = 'over'
    cancelTimer()
    socket?.close()
  }
  const fail = (reason: SpeechFailureReason) => {
    if (state === 'over') return
    end()
    listener?.onFailure(reason)
  }
  const waitForEnd = () => {
    cancelTimer()
    cancelTimer = timers.after(totalSeconds * 1000, () => fail('late'))
  }
  const read = (data: unknown) => {
    const message = readHypothesis(data)
    if (state === 'over' || message === undefined) return
    if (message === 'garbled') fail('garbled')
    else listener?.onHypothesis(message)
  }
  const closed = (wasOpened: boolean) => {
    if (state === 'finishing' && wasOpened) {
      end()
      listener?.onEnd()
    } else fail(wasOpened ? 'broken_off' : 'unreachable')
  }
  const opened = () => {
    cancelTimer()
    if (state === 'finishing') waitForEnd()
  }
  return {
    listen: (to) => {
      listener = to
      socket = openWebSocket(toUrl(provider, request), {
        headers: toHeaders(provider),
        onOpen: opened,
        onMessage: read,
        onClose: closed,
      })
    },
    send: (samples) => {
      if (state !== 'open') return
      socket?.send(toPcm16(samples))
      if ((socket?.waitingBytes() ?? 0) > maxWaitingBytes) fail('late')
    },
    finish: () => {
      if (state !== 'open') return
      state = 'finishing'
      socket?.send(JSON.stringify({ type: 'CloseStream' }))
      if (socket?.isOpen()) waitForEnd()
    },
    close: end,
  }
}

function toUrl({ baseUrl, model }: RecogniserProvider, { sampleRate, settings }: RecognitionRequest): string {
  const url = new URL(`${baseUrl.replace(/^http/, 'ws')}/listen`)
  const query = {
    ...(model !== undefined && { model }),
    language: settings.stt_language,
    encoding: 'linear16',
    sample_rate: String(sampleRate),
    channels: '1',
    interim_results: 'true',
    punctuate: 'true',
  }
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url.href
}

const toHeaders = ({ apiKey, headers }: RecogniserProvider) => ({
  ...(apiKey !== undefined && { authorization: `Token ${apiKey}` }),
  ...headers,
})

/** The text since the last final result. */
type Hypothesis = { readonly text: string; readonly isFinal: boolean; readonly confidence?: number }

/** Parses a message of the provider; undefined for messages without a transcript. */
function readHypothesis(data: unknown): Hypothesis | 'garbled' | undefined {
  const message = parseJson(data)
  if (!isRecord(message)) return 'garbled'
  if (message['type'] !== 'Results') return undefined
  const channel = message['channel']
  const alternatives = isRecord(channel) ? channel['alternatives'] : undefined
  const best: unknown = Array.isArray(alternatives) ? alternatives[0] : undefined
  if (!isRecord(best) || typeof best['transcript'] !== 'string') return 'garbled'
  return {
    text: best['transcript'].trim(),
    isFinal: message['is_final'] === true,
    ...(typeof best['confidence'] === 'number' && { confidence: best['confidence'] }),
  }
}

/** Joins the final results of an utterance and the interim result after them. */
function createTranscriptAssembler() {
  const finals: Hypothesis[] = []
  let open = ''
  let lastText = ''
  const text = () => [...finals.map((result) => result.text), open].filter((part) => part !== '').join(' ')
  return {
    /** The text so far, if it changed. */
    add: (hypothesis: Hypothesis): string | undefined => {
      open = hypothesis.isFinal ? '' : hypothesis.text
      if (hypothesis.isFinal && hypothesis.text !== '') finals.push(hypothesis)
      const now = text()
      if (now === '' || now === lastText) return undefined
      lastText = now
      return now
    },
    /** Includes interim words that never became final, as nothing else is known of the end. */
    final: (): RecognitionEvent => {
      const known = finals.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]))
      return {
        type: 'final',
        text: text(),
        ...(known.length > 0 && { confidence: known.reduce((sum, each) => sum + each, 0) / known.length }),
      }
    },
  }
}

function parseJson(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}
