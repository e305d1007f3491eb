import { expect, test } from 'vitest'
import type { ServerEvents } from '../../../src/contract/events.js'
import type { SessionPeer } from '../../../src/domain/sessions/ports.js'
import { redactEventsFor } from '../../../src/domain/sessions/redact-events.js'

const INFO = { session_id: 's', conversation_id: 'v', character_id: 'c', player_id: 'owner-1' }
const LEARNED: ServerEvents['memory_updated'] = {
  agent_id: 'c',
  player_id: 'owner-1',
  memories_extracted: 1,
  facts_extracted: 0,
  conversation_id: 'v',
  new_memories: [],
  timestamp: '2030-01-02T03:04:05.000Z',
}

/** What the client hears of both events. */
function hears(speaker: string | null | undefined): unknown[] {
  const heard: unknown[] = []
  const client = { emit: (name: string, payload: object) => heard.push([name, payload]) }
  const session =
    speaker === undefined
      ? undefined
      : { id: 't', shareId: 's', characterId: 'c', playerId: 'owner-1', speaker }
  const peer = redactEventsFor(session === undefined ? {} : { session }, client as unknown as SessionPeer)
  peer.emit('session_info', INFO)
  peer.emit('memory_updated', LEARNED)
  return heard
}

test('a guest in a conversation of the owner hears neither whose it is nor what is remembered of it', () => {
  expect(hears('Guest')).toEqual([['session_info', { ...INFO, player_id: 'owner' }]])
})

test.each([undefined, null])('everybody else hears everything (speaker %o)', (speaker) => {
  expect(hears(speaker)).toEqual([
    ['session_info', INFO],
    ['memory_updated', LEARNED],
  ])
})
