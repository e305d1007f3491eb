import type { Timers } from '../clock.js'
import type { Ids } from '../random.js'
import type { CameraPicture, RequestPicture } from '../turns/turn.js'
import type { SessionPeer } from './ports.js'

/** The player's camera. */
export interface Camera {
  /**
   * Asks the client for a picture (`camera_capture`). Undefined when none comes in time, when none can be read, or when
   * the signal aborts.
   */
  readonly request: RequestPicture
  /** Takes a picture, or that there is none, for whoever asked for it. False: nobody ever did. */
  answer(requestId: string | undefined, picture: CameraPicture | undefined): boolean
}

type CameraDeps = {
  readonly peer: Pick<SessionPeer, 'emit'>
  readonly ids: Ids
  readonly timers: Pick<Timers, 'after'>
}

/** After so long a reply goes on without a picture (docs/wire-protocol.md, Camera). */
export const CAMERA_WAIT_MS = 8000

export function createCamera({ peer, ids, timers }: CameraDeps): Camera {
  const waiting = new Map<string, (picture: CameraPicture | undefined) => void>()
  /** What comes for these comes too late; it starts no turn of its own. */
  const asked = new Set<string>()

  return {
    async request(question, signal) {
      if (signal.aborted) return undefined
      const id = ids.uuid()
      asked.add(id)
      let giveUp: () => void = () => undefined
      const come = new Promise<CameraPicture | undefined>((resolve) => {
        waiting.set(id, resolve)
        giveUp = () => resolve(undefined)
      })
      const relax = timers.after(CAMERA_WAIT_MS, giveUp)
      signal.addEventListener('abort', giveUp, { once: true })
      peer.emit('camera_capture', { request_id: id, ...(question !== '' && { text: question }) })
      try {
        return await come
      } finally {
        waiting.delete(id)
        relax()
        signal.removeEventListener('abort', giveUp)
      }
    },
    answer(requestId, picture) {
      if (requestId === undefined || !asked.has(requestId)) return false
      waiting.get(requestId)?.(picture)
      return true
    },
  }
}
