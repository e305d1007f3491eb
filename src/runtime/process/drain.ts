import type { Server, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import type { Timers } from '../../domain/clock.js'

/** Stops listening, and resolves when every request that had come in is answered, or after so many milliseconds. */
export type Drain = (limitMs: number) => Promise<void>

/** Turns of the event loop without a new connection after which what lies in the others has been read. */
const QUIET_TURNS = 3
/** However many connect without end. */
const MOST_TURNS = 5000

/** Watches the requests of a server from now on: to be called before anything else takes some of them for itself. */
export function createDrain(server: Server, timers: Pick<Timers, 'after'>): Drain {
  const unanswered = new Set<ServerResponse>()
  let isDraining = false
  let connections = 0
  let notice = () => {}

  server.prependListener('connection', () => {
    connections += 1
  })
  server.prependListener('request', (_request, response: ServerResponse) => {
    unanswered.add(response)
    if (isDraining) closeAfterResponse(response)
    response.once('close', () => {
      unanswered.delete(response)
      if (unanswered.size === 0) notice()
    })
  })

  return async (limitMs) => {
    isDraining = true
    for (const response of unanswered) closeAfterResponse(response)
    await everyConnectionRead()
    // Ends the connections that wait for another request, too.
    server.close()
    await answeredWithin(limitMs)
    server.closeIdleConnections()
  }

  /** The system has taken connections, with requests in them, that the process gets one at a turn. */
  async function everyConnectionRead(): Promise<void> {
    let quiet = 0
    for (let turn = 0; turn < MOST_TURNS && quiet < QUIET_TURNS; turn += 1) {
      const before = connections
      await setImmediate()
      quiet = connections === before ? quiet + 1 : 0
    }
  }

  function answeredWithin(limitMs: number): Promise<void> {
    return new Promise((resolve) => {
      if (unanswered.size === 0) return resolve()
      const cancel = timers.after(limitMs, resolve)
      notice = () => {
        cancel()
        resolve()
      }
    })
  }
}

function closeAfterResponse(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
