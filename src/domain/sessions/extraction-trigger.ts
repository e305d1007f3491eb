import type { ServerEvents } from '../../contract/events.js'
import type { Clock } from '../clock.js'
import type { ExtractionResult } from '../memories/changes/apply-plan.js'
import type { Extractor } from '../memories/extract/extractor.js'
import { toMemory } from '../memories/view.js'
import type { SessionPeer } from './ports.js'

export type ExtractionTriggerDeps = {
  readonly extractor: Pick<Extractor, 'extract' | 'prepare'>
  readonly clock: Pick<Clock, 'now'>
}
type ExtractionTriggerSettings = {
  readonly info: ServerEvents['session_info']
  /** The client asked for `realtime_memory`: memories after every response. */
  readonly isEveryResponse: boolean
}

/** After so many answered messages memories are made of them. */
export const EXTRACTED_EVERY_TURNS = 8

/** Has memories made of a session as it goes on and at its end, and tells the client of the new ones. */
export function createExtractionTrigger(
  { extractor, clock }: ExtractionTriggerDeps,
  { info, isEveryResponse }: ExtractionTriggerSettings,
  peer: SessionPeer,
) {
  const pair = { characterId: info.character_id, playerId: info.player_id }
  let turns = 0
  let isOver = false

  const extract = () => {
    turns = 0
    // Never awaited: no reply waits for it. It never rejects.
    void extractor.extract(pair).then((learned) => {
      const update = updateOf(info, learned, clock.now())
      if (!isOver && update.new_memories.length > 0) peer.emit('memory_updated', update)
    })
  }
  return {
    /** The player's message was answered, or its reply broken off. */
    answered: () => {
      turns += 1
      if (isEveryResponse || turns >= EXTRACTED_EVERY_TURNS) extract()
      // A player may leave after their first words; later ones have time until the next extraction is due.
      else if (turns === 1 || turns === EXTRACTED_EVERY_TURNS - 1) extractor.prepare()
    },
    end: () => {
      isOver = true
      extract()
    },
  }
}

/** What was put aside or superseded at once is not told. */
function updateOf(
  { character_id, player_id, conversation_id }: ExtractionTriggerSettings['info'],
  { memories, facts }: ExtractionResult,
  now: Date,
): ServerEvents['memory_updated'] {
  const active = memories.filter(({ status }) => status === 'active').map(toMemory)
  return {
    agent_id: character_id,
    player_id,
    memories_extracted: active.length,
    facts_extracted: facts.length,
    conversation_id,
    new_memories: active,
    timestamp: now.toISOString(),
  }
}
