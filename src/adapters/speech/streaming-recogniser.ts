import { toPcm16 } from '../../audio/pcm.js'
import type { Timers } from '../../domain/clock.js'
import { createChannel } from '../../domain/voice/channel.js'
import type { RecognitionEvent, RecognitionRequest, SpeechRecognition } from '../../domain/voice/ports.js'
import { isRecord } from '../provider-failure.js'
import { type SpeechFailureReason, speechError } from './failure.js'
import type { RecogniserProvider } from './provider.js'
import { type ClientWebSocket, openWebSocket } from './web-socket.js'

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

type StreamingConnectionDeps = { readonly timers: Pick<Timers, 'after'> }

/** Audio that waits for the connection to open; with more than that the provider is too slow to be of use. */
const WAITING_SECONDS = 30

type StreamingListener = {
  readonly onHypothesis: (hypothesis: Hypothesis) => void
  /** The provider has said everything. */
  readonly onEnd: () => void
  readonly onFailure: (reason: SpeechFailureReason) => void
}

/** The connection to the provider; nothing is heard of it after `close`. */
interface StreamingConnection {
  listen(to: StreamingListener): void
  send(samples: Float32Array): void
  /** Asks for what the provider has not said yet. */
  finish(): void
  close(): void
}

function createStreamingConnection(
  { timers }: StreamingConnectionDeps,
  provider: RecogniserProvider,
  request: RecognitionRequest,
): StreamingConnection {
  const { firstTokenSeconds, totalSeconds } = provider.patience
  const most = WAITING_SECONDS * 2 * request.sampleRate
  let socket: ClientWebSocket | undefined
  let listener: StreamingListener | undefined
  let state: 'open' | 'finishing' | 'over' = 'open'
  let relax = timers.after(firstTokenSeconds * 1000, () => fail('late'))

  const end = () => {
    state = 'over'
    relax()
    socket?.close()
  }
  const fail = (reason: SpeechFailureReason) => {
    if (state === 'over') return
    end()
    listener?.onFailure(reason)
  }
  const waitForEnd = () => {
    relax()
    relax = timers.after(totalSeconds * 1000, () => fail('late'))
  }
  const read = (data: unknown) => {
    const message = readHypothesis(data)
    if (state === 'over' || message === undefined) return
    if (message === 'garbled') fail('garbled')
    else listener?.onHypothesis(message)
  }
  const closed = (hadOpened: boolean) => {
    if (state === 'finishing' && hadOpened) {
      end()
      listener?.onEnd()
    } else fail(hadOpened ? 'broken_off' : 'unreachable')
  }
  const opened = () => {
    relax()
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
      if ((socket?.waitingBytes() ?? 0) > most) fail('late')
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

function toUrl({ baseUrl, model }: RecogniserProvider, { sampleRate, hearing }: RecognitionRequest): string {
  const url = new URL(`${baseUrl.replace(/^http/, 'ws')}/listen`)
  const query = {
    model,
    language: hearing.stt_language,
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

/** What the provider thinks was said since its last settled words. */
type Hypothesis = { readonly text: string; readonly isFinal: boolean; readonly confidence?: number }

/** A message of the provider; undefined for those that say nothing about words. */
function readHypothesis(data: unknown): Hypothesis | 'garbled' | undefined {
  const message = parsed(data)
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

/** Puts the settled stretches of an utterance and its open end together. */
function createTranscriptAssembler() {
  const settled: Hypothesis[] = []
  let open = ''
  let last = ''
  const text = () => [...settled.map((stretch) => stretch.text), open].filter((part) => part !== '').join(' ')
  return {
    /** The whole text so far, when that says something new. */
    add: (hypothesis: Hypothesis): string | undefined => {
      open = hypothesis.isFinal ? '' : hypothesis.text
      if (hypothesis.isFinal && hypothesis.text !== '') settled.push(hypothesis)
      const now = text()
      if (now === '' || now === last) return undefined
      last = now
      return now
    },
    /** Words that were never settled count, for they are all that is known of the end. */
    final: (): RecognitionEvent => {
      const known = settled.flatMap(({ confidence }) => (confidence === undefined ? [] : [confidence]))
      return {
        type: 'final',
        text: text(),
        ...(known.length > 0 && { confidence: known.reduce((sum, each) => sum + each, 0) / known.length }),
      }
    },
  }
}

function parsed(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}
