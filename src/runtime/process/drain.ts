import type { Server, ServerResponse } from 'node:http'
import { setImmediate } from 'node:timers/promises'
import { type Timers, waitAtMost } from '../../domain/clock.js'

export type Drain = {
  /** From now on every answer ends its connection, because the server is about to stop. New requests are still taken. */
  readonly announce: () => void
  /** Stops listening, and resolves when every request that has arrived is answered, or after `limitMs`. */
  readonly finish: (limitMs: number) => Promise<void>
}

/** After this many turns of the event loop without a new connection, all requests that have arrived were read. */
const QUIET_TURNS = 3
/** Upper bound, for clients that keep connecting. */
const MAX_TURNS = 5000

/** Tracks the requests of a server from now on. Must be called before the server listens. */
export function createDrain(server: Server, timers: Pick<Timers, 'after'>): Drain {
  const unanswered = new Set<ServerResponse>()
  let isAnnounced = false
  let connections = 0
  let onAllAnswered = () => {}

  server.prependListener('connection', () => {
    connections += 1
  })
  server.prependListener('request', (_request, response: ServerResponse) => {
    unanswered.add(response)
    if (isAnnounced) closeAfterResponse(response)
    response.once('close', () => {
      unanswered.delete(response)
      if (unanswered.size === 0) onAllAnswered()
    })
  })

  return {
    announce,
    finish: async (limitMs) => {
      announce()
      await waitUntilAllRead()
      // Also closes idle keep-alive connections.
      server.close()
      await waitUntilAnswered(limitMs)
      server.closeIdleConnections()
    },
  }

  function announce(): void {
    isAnnounced = true
    for (const response of unanswered) closeAfterResponse(response)
  }

  /** The system may have accepted connections, with requests, that the process receives at one per turn. */
  async function waitUntilAllRead(): Promise<void> {
    let quiet = 0
    for (let turn = 0; turn < MAX_TURNS && quiet < QUIET_TURNS; turn += 1) {
      const before = connections
      await setImmediate()
      quiet = connections === before ? quiet + 1 : 0
    }
  }

  async function waitUntilAnswered(limitMs: number): Promise<void> {
    if (unanswered.size === 0) return
    const work = new Promise<void>((resolve) => {
      onAllAnswered = resolve
    })
    await waitAtMost(limitMs, { timers, work })
  }
}

function closeAfterResponse(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close')
}
