import type { MemoryCandidate } from '../../../src/domain/memories/changes/memory-plan.js'
import { quarantineReasonOf } from '../../../src/domain/memories/extract/quarantine.js'
import { extractByRules } from '../../../src/domain/memories/extract/rules/extract-by-rules.js'
import type { CorpusConversation, CorpusTurn, ExpectedMemory } from './memory-corpus.js'
import { type SimulatedMemory, simulateWaves } from './memory-plan-simulation.js'

/** Every how many turns of the player memories are extracted, as the server does it. */
const EVERY = 8

/** What was found, extraction by extraction. */
export type Batches = readonly (readonly MemoryCandidate[])[]

/** What the rules find, in the batches in which the server asks them: every eight turns and at the end of a session. */
export async function extractConversation({
  name,
  character,
  sessions,
}: CorpusConversation): Promise<MemoryCandidate[][]> {
  const batches: MemoryCandidate[][] = []
  for (const session of sessions) {
    for (const last of batchEnds(session)) {
      const turns = session.slice(0, last)
      const after = lastRead(session, last)
      batches.push(
        await extractByRules(turns, {
          conversationId: name,
          characterName: character,
          people: batches.flat().flatMap(namedIn),
          ...(after !== undefined && { after }),
        }),
      )
    }
  }
  return batches
}

const namedIn = ({ memoryType, slot }: MemoryCandidate) =>
  memoryType === 'relationship' && slot !== null && slot.subject !== 'character'
    ? [{ name: slot.value, relation: slot.attribute }]
    : []

function batchEnds(session: readonly CorpusTurn[]): number[] {
  const ends = session.flatMap((_, at) => ((at + 1) % (EVERY * 2) === 0 ? [at + 1] : []))
  return ends.at(-1) === session.length ? ends : [...ends, session.length]
}

function lastRead(session: readonly CorpusTurn[], last: number): number | undefined {
  const before = batchEnds(session).filter((end) => end < last)
  const end = before.at(-1)
  return end === undefined ? undefined : session[end - 1]?.id
}

export type Score = {
  readonly found: number
  readonly right: number
  readonly expected: number
  readonly wrong: readonly string[]
  readonly missed: readonly string[]
  readonly fooled: readonly string[]
}

/** How what was found compares with what is expected; each found one stands for one expected at most. */
export function scoreExtraction(conversation: CorpusConversation, batches: Batches): Score {
  const labels = new Map(conversation.sessions.flat().map(({ id, label }) => [id, label]))
  const found = batches.flat().filter((each) => quarantineReasonOf(each) === undefined)
  const left = new Set(conversation.memories)
  const wrong: { readonly label: string; readonly text: string }[] = []
  for (const candidate of found) {
    const label = labels.get(candidate.messageId ?? -1) ?? ''
    const match = [...left].find((expected) => isExpected(candidate, expected, label))
    if (match !== undefined) left.delete(match)
    else wrong.push({ label, text: `${conversation.name} ${describe(candidate, label)}` })
  }
  const traps = new Set(conversation.traps.map(({ label }) => label))
  return {
    found: found.length,
    right: found.length - wrong.length,
    expected: conversation.memories.length,
    wrong: wrong.map(({ text }) => text),
    missed: [...left].map(
      ({ label, type, attribute, words }) =>
        `${conversation.name} ${label} ${type} ${attribute} ${words.join(' ')}`,
    ),
    fooled: wrong.filter(({ label }) => traps.has(label)).map(({ text }) => text),
  }
}

const describe = ({ memoryType, slot, content }: MemoryCandidate, label: string): string =>
  `${label}: ${memoryType} ${slot?.subject}.${slot?.attribute} "${content}"`

function isExpected(candidate: MemoryCandidate, expected: ExpectedMemory, label: string): boolean {
  const { slot, memoryType, content, eventDate } = candidate
  const text = plain(`${content} ${eventDate ?? ''}`)
  const subject = expected.type === 'event' ? (slot?.subject ?? '') : expected.subject
  return (
    expected.label === label &&
    expected.type === memoryType &&
    (expected.attribute === '-' || slot === null || slot.attribute === expected.attribute) &&
    (slot === null || plain(slot.subject) === plain(subject)) &&
    expected.words.every((word) => text.includes(plain(word)))
  )
}

const plain = (text: string): string => text.toLowerCase().normalize('NFC')

export type Supersession = {
  readonly wrong: readonly string[]
  readonly missed: readonly string[]
  readonly right: number
}

/** Which memories are retired over a whole conversation, against those that ought to be. */
export function scoreSupersession(conversation: CorpusConversation, batches: Batches): Supersession {
  const labels = new Map(conversation.sessions.flat().map(({ id, label }) => [id, label]))
  const memories = batches.reduce<SimulatedMemory[]>(simulateWaves, [])
  const byId = new Map(memories.map((memory) => [memory.id, memory]))
  const retired = memories.flatMap(({ supersededBy, messageId, slot }) => {
    if (supersededBy === undefined) return []
    const by = byId.get(supersededBy)?.messageId
    return [`${labels.get(messageId ?? -1)} ${slot?.attribute} by ${labels.get(by ?? -1)}`]
  })
  const wanted = conversation.retired.map(({ label, attribute, by }) => `${label} ${attribute} by ${by}`)
  return {
    wrong: retired.filter((each) => !wanted.includes(each)),
    missed: wanted.filter((each) => !retired.includes(each)),
    right: retired.filter((each) => wanted.includes(each)).length,
  }
}
