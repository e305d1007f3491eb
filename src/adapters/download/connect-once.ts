import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

/**
 * Lets a client connect a single time: what breaks is told and never sent again behind our back. A connection that is
 * still being made when the signal aborts is let go. `settled` is called once it is made, or failed.
 */
export function connectOnce(
  connect: buildConnector.connector,
  signal: AbortSignal,
  settled: () => void,
): buildConnector.connector {
  let isUsed = false
  return (options, done) => {
    if (isUsed || signal.aborted) return done(new Error('There is one connection only'), null)
    isUsed = true
    const settle: buildConnector.Callback = (...outcome) => {
      signal.removeEventListener('abort', giveUp)
      settled()
      done(...outcome)
    }
    const giveUp = () => {
      socket?.destroy()
      settle(new Error('The connection is not wanted any more'), null)
    }
    signal.addEventListener('abort', giveUp, { once: true })
    const socket = socketOf(connect(options, (...outcome) => signal.aborted || settle(...outcome)))
  }
}

/** Undici's connectors return the socket, which their types do not say. */
const socketOf = (returned: unknown) => returned as Socket | undefined
