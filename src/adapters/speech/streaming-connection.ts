import { toPcm16 } from '../../audio/pcm.js'
import type { Timers } from '../../domain/clock.js'
import type { RecognitionRequest } from '../../domain/voice/ports.js'
import type { SpeechFailureReason } from './failure.js'
import type { RecogniserProvider } from './provider.js'
import { type Hypothesis, readHypothesis } from './streaming-messages.js'
import { type ClientWebSocket, openWebSocket } from './web-socket.js'

export type StreamingConnectionDeps = { readonly timers: Pick<Timers, 'after'> }

/** Audio that waits for the connection to open; with more than that the provider is too slow to be of use. */
const WAITING_SECONDS = 30

type StreamingListener = {
  readonly onHypothesis: (hypothesis: Hypothesis) => void
  /** The provider has said everything. */
  readonly onEnd: () => void
  readonly onFailure: (reason: SpeechFailureReason) => void
}

/** The connection to the provider; nothing is heard of it after `close`. */
export interface StreamingConnection {
  listen(to: StreamingListener): void
  send(samples: Float32Array): void
  /** Asks for what the provider has not said yet. */
  finish(): void
  close(): void
}

export function createStreamingConnection(
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
