import type { Timers } from '../../domain/clock.js'
import type { Log } from '../../domain/log.js'

/** How a server leaves others that serve the same records, which take its clients over. */
export type Departure = {
  isAnnounced(): boolean
  /**
   * From now on the server is not ready, and takes no new client; whoever is connected goes on. Resolves after `seconds`:
   * by then a load balancer should have noticed.
   */
  announce(seconds: number): Promise<void>
  /** Why a request to this URL is refused; undefined: it is not. */
  refusal(url: string): string | undefined
}

export function createDeparture({
  timers,
  log,
}: {
  readonly timers: Pick<Timers, 'sleep'>
  readonly log: Log
}): Departure {
  let isAnnounced = false
  return {
    isAnnounced: () => isAnnounced,
    announce: async (seconds) => {
      isAnnounced = true
      log.info('leaves: its clients go on at another server', { drainSeconds: seconds })
      if (seconds > 0) await timers.sleep(seconds * 1000)
    },
    refusal: (url) => (isAnnounced && isHandshake(url) ? REFUSAL : undefined),
  }
}

const REFUSAL = 'This server is about to stop; connect again to reach another one'

/** Whether it begins a connection of Socket.IO; those that go on name theirs (`sid`). */
function isHandshake(url: string): boolean {
  const [path, query] = url.split('?', 2)
  return path === '/socket.io/' && !new URLSearchParams(query).has('sid')
}
