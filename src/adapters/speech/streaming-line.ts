import { toPcm16 } from '../../audio/pcm.js'
import type { Timers } from '../../domain/clock.js'
import type { RecognitionRequest } from '../../domain/voice/ports.js'
import type { Reason } from './failure.js'
import type { RecogniserProvider } from './provider.js'
import { type Hypothesis, readMessage } from './streaming-messages.js'
import { openSocket, type Socket } from './web-socket.js'

export type LineDeps = { readonly timers: Pick<Timers, 'after'> }

/** Audio that waits for the connection to open; with more than that the provider is too slow to be of use. */
const WAITING_SECONDS = 30

type Listener = {
  readonly heard: (hypothesis: Hypothesis) => void
  /** The provider has said everything. */
  readonly over: () => void
  readonly failed: (reason: Reason) => void
}

/** The connection to the provider; nothing is heard of it after `close`. */
export interface Line {
  listen(to: Listener): void
  send(samples: Float32Array): void
  /** Asks for what the provider has not said yet. */
  finish(): void
  close(): void
}

export function createLine(
  { timers }: LineDeps,
  provider: RecogniserProvider,
  request: RecognitionRequest,
): Line {
  const { firstTokenSeconds, totalSeconds } = provider.patience
  const most = WAITING_SECONDS * 2 * request.sampleRate
  let socket: Socket | undefined
  let listener: Listener | undefined
  let state: 'open' | 'finishing' | 'over' = 'open'
  let relax = timers.after(firstTokenSeconds * 1000, () => fail('late'))

  const end = () => {
    state = 'over'
    relax()
    socket?.close()
  }
  const fail = (reason: Reason) => {
    if (state === 'over') return
    end()
    listener?.failed(reason)
  }
  const waitForEnd = () => {
    relax()
    relax = timers.after(totalSeconds * 1000, () => fail('late'))
  }
  const read = (data: unknown) => {
    const message = readMessage(data)
    if (state === 'over' || message === undefined) return
    if (message === 'garbled') fail('garbled')
    else listener?.heard(message)
  }
  const closed = (hadOpened: boolean) => {
    if (state === 'finishing' && hadOpened) {
      end()
      listener?.over()
    } else fail(hadOpened ? 'broken_off' : 'unreachable')
  }
  const opened = () => {
    relax()
    if (state === 'finishing') waitForEnd()
  }
  return {
    listen: (to) => {
      listener = to
      socket = openSocket(toUrl(provider, request), { headers: toHeaders(provider), opened, read, closed })
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
