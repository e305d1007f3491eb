import type { NamedIds } from '../../chance.js'
import type { CharacterStore } from '../../characters/ports.js'
import type { Clock } from '../../clock.js'
import type { ConversationStore, Pair } from '../../conversations/ports.js'
import type { MessageRecord } from '../../conversations/record.js'
import { allMemories } from '../all.js'
import { applyMemoryPlan, type Learned } from '../apply-plan.js'
import type { MemoryCandidate } from '../plan.js'
import type { MemoryStore } from '../ports.js'
import { attributed } from './attribute.js'
import { imageCandidates } from './images.js'
import { planMemories, wavesOf } from './plan-memories.js'
import { relevantTo } from './relevant.js'
import type { CandidateSource } from './source.js'
import type { ExtractionContext } from './turn.js'

export type ReadDeps = {
  readonly conversations: Pick<ConversationStore, 'find' | 'unread'>
  readonly memories: Pick<MemoryStore, 'list' | 'change'>
  readonly characters: Pick<CharacterStore, 'find'>
  readonly source: CandidateSource
  readonly promptBlocksOf: (pair: Pair) => NonNullable<ExtractionContext['promptBlocksOf']>
  readonly clock: Pick<Clock, 'now'>
  readonly namedIds: NamedIds
}

type Reading = {
  readonly signal: AbortSignal
  readonly breathe: () => Promise<void>
  /** How often the same turns were read in vain: what is stored already keeps its ids. */
  readonly attempt: number
}
type Read = { readonly learned: Learned; readonly isAll: boolean }

/** Messages that are read at once, and older ones that tell whom and what these speak of. */
const BATCH = 64
const CONTEXT = 40

export const NOTHING: Learned = { memories: [], facts: [] }

/**
 * Stores what the next unread turns of a pair tell, and that they were read, in the end as one atomic change: whatever
 * interrupts it, they are read again, and reading twice changes nothing.
 */
export async function readConversation(deps: ReadDeps, pair: Pair, reading: Reading): Promise<Read> {
  const conversation = await deps.conversations.find(pair)
  const character = await deps.characters.find(pair.characterId)
  if (conversation === undefined || character === undefined) return { learned: NOTHING, isAll: true }

  const unread = await deps.conversations.unread(conversation.id, { before: CONTEXT, limit: BATCH })
  const upTo = unread.messages.at(-1)?.id ?? 0
  if (upTo <= unread.after) return { learned: NOTHING, isAll: true }
  const isHeard = unread.messages.some(({ id, role }) => id > unread.after && role === 'user')

  const context: ExtractionContext = {
    conversationId: conversation.id,
    characterName: character.name,
    after: unread.after,
    people: await peopleOf(deps, pair),
    promptBlocksOf: deps.promptBlocksOf(pair),
    breathe: reading.breathe,
  }
  const candidates = isHeard ? await candidatesOf(deps.source, unread.messages, { context, reading }) : []
  const read = { conversationId: conversation.id, upTo, isHeard }
  const begin = { ...read, upTo: unread.after, isHeard: false }
  const waves = wavesOf(candidates)
  const learned: Learned[] = []
  for (const [at, wave] of [...waves.slice(0, -1), waves.at(-1) ?? []].entries()) {
    await reading.breathe()
    const known =
      wave.length === 0 ? [] : await relevantTo(await allMemories(deps, pair), wave, reading.breathe)
    const ids = deps.namedIds.of(`memories/${conversation.id}/${upTo}/${at}/${reading.attempt}`)
    const isLast = at >= waves.length - 1
    const owner = { userId: character.account_id, pair, read: isLast ? read : begin }
    learned.push(await applyMemoryPlan({ ...deps, ids }, owner, planMemories(known, wave)))
  }
  return { learned: merged(learned), isAll: unread.isAll }
}

async function candidatesOf(
  source: CandidateSource,
  messages: readonly MessageRecord[],
  { context, reading }: { readonly context: ExtractionContext; readonly reading: Reading },
): Promise<MemoryCandidate[]> {
  const told = await source.find(messages, context, reading.signal)
  return attributed([...told, ...imageCandidates(messages, context)], messages)
}

/** Whom the player named before. */
async function peopleOf({ memories }: Pick<ReadDeps, 'memories'>, pair: Pair) {
  const query = { pair, status: 'active', memoryType: 'relationship', limit: 200, offset: 0 } as const
  const found = await memories.list(query)
  return found.memories.flatMap(({ slot }) =>
    slot === null || slot.subject === 'character' ? [] : [{ name: slot.value, relation: slot.attribute }],
  )
}

export const merged = (learned: readonly Learned[]): Learned => ({
  memories: learned.flatMap(({ memories }) => memories),
  facts: learned.flatMap(({ facts }) => facts),
})
