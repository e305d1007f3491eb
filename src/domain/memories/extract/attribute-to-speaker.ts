import type { MessageRecord } from '../../conversations/record.js'
import type { MemoryCandidate } from '../changes/memory-plan.js'

/**
 * What a guest tells of themselves in the conversation of another player (a shared share) is remembered under the name
 * the guest goes by: it is true of them, and takes the place of nothing that is true of the player.
 */
export function attributeToSpeakers(
  candidates: readonly MemoryCandidate[],
  messages: readonly Pick<MessageRecord, 'id' | 'speaker'>[],
): MemoryCandidate[] {
  const speakers = new Map(messages.map(({ id, speaker }) => [id, speaker]))
  return candidates.map((candidate) => {
    const speaker = speakers.get(candidate.messageId ?? 0) ?? null
    return speaker === null ? candidate : renameToSpeaker(candidate, speaker)
  })
}

const PLAYER = 'player'

function renameToSpeaker(candidate: MemoryCandidate, speaker: string): MemoryCandidate {
  const { content, slot, relations } = candidate
  const named = (name: string) => (name === PLAYER ? speaker : name)
  const renamed = content.replace(/\bthe player\b/gi, () => speaker)
  return {
    ...candidate,
    content: renamed === content ? `${speaker}: ${content}` : renamed,
    slot: slot && { ...slot, subject: named(slot.subject) },
    relations: relations.map((relation) => ({
      ...relation,
      from: named(relation.from),
      to: named(relation.to),
    })),
  }
}
