import type { Caller } from '../access.js'
import { isSharedWithOwner, visiblePlayerId } from '../shares/record.js'
import type { SessionPeer } from './ports.js'

/**
 * The client as this caller's session tells it things: a guest in a conversation of the share's owner hears neither whose
 * it is, nor what is remembered of it, which may be the owner's own words.
 */
export function redactEventsFor({ session }: Pick<Caller, 'session'>, client: SessionPeer): SessionPeer {
  if (session === undefined || !isSharedWithOwner(session)) return client
  return {
    ...client,
    emit(name, payload) {
      if (name === 'memory_updated') return
      const veiled = 'player_id' in payload ? { ...payload, player_id: visiblePlayerId(session) } : payload
      client.emit(name, veiled)
    },
  }
}
