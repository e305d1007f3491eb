import { Value } from 'typebox/value'
import { DomainError } from '../../errors.js'
import type { Log } from '../../log.js'
import type { MemoryCandidate, MemorySlot } from '../changes/memory-plan.js'
import { asideOf } from './aside.js'
import { isCopied } from './copies.js'
import {
  INSTRUCTIONS,
  WrittenMemoriesSchema,
  type WrittenMemory,
  WrittenMemorySchema,
} from './model-schema.js'
import type { CandidateSource } from './source.js'
import type { StructuredModel } from './structured-model.js'
import { type ConversationTurn, type ExtractionContext, LONGEST_MESSAGE } from './turn.js'

type ByModelDeps = {
  readonly model: StructuredModel
  /** What does the work when the model cannot. */
  readonly rules: CandidateSource
  readonly log: Log
}

const FELL_BACK = 'The language model could not extract memories; rules did'

/**
 * What a language model finds: one call for all turns. Of each memory the quote must stand in what the player said;
 * the guards of the plan are the same as for rules. Turns with secrets or instructions are not shown to it.
 */
export const extractByModel = ({ model, rules, log }: ByModelDeps): CandidateSource => ({
  find: async (turns, context, signal) => {
    const { noted = unnoted } = context
    const [aside, shown] = await noted(async () => parted(turns, context))
    if (!shown.some((turn) => isNew(turn, context))) return aside
    try {
      const answer = await model.answer(requestFor(shown, context), signal)
      return [...aside, ...(await noted(() => candidatesOf(answer, shown, context)))]
    } catch (error) {
      signal.throwIfAborted()
      log.warn(FELL_BACK, { error })
      return rules.find(turns, context, signal)
    }
  },
})

const unnoted: NonNullable<ExtractionContext['noted']> = (work) => work()

const isNew = (
  { id, role }: ConversationTurn,
  { after = Number.NEGATIVE_INFINITY }: ExtractionContext,
): boolean => role === 'user' && id > after

/** What is put aside at once, and the turns that the model may see. */
function parted(
  turns: readonly ConversationTurn[],
  context: ExtractionContext,
): [MemoryCandidate[], ConversationTurn[]] {
  const aside: MemoryCandidate[] = []
  const shown = turns.filter((turn) => {
    const candidate = turn.role === 'user' ? asideOf(turn, context) : undefined
    if (candidate !== undefined && isNew(turn, context)) aside.push(candidate)
    return candidate === undefined
  })
  return [aside, shown]
}

function requestFor(turns: readonly ConversationTurn[], context: ExtractionContext) {
  const { characterName, people = [], after = Number.NEGATIVE_INFINITY } = context
  const lines = turns.map(({ id, role, content, timestamp }) => {
    const who = role === 'user' ? 'player' : 'character'
    const said = content.slice(0, LONGEST_MESSAGE).replace(/\s+/g, ' ')
    return `${id} ${who}${id > after ? '' : ' (context)'} ${timestamp?.slice(0, 10) ?? ''}: ${said}`
  })
  const known = people.map(({ name, relation }) => `${name} (${relation})`)
  const text = [
    `The character is called ${characterName}.`,
    ...(known.length === 0 ? [] : [`The player named before: ${known.join(', ')}.`]),
    '<conversation>',
    ...lines.map((line) => line.replaceAll('<', '&lt;')),
    '</conversation>',
  ].join('\n')
  return { name: 'memories', instructions: INSTRUCTIONS, text, schema: WrittenMemoriesSchema }
}

/** What the answer holds that can be believed; one that is no such answer at all is a failure. */
async function candidatesOf(
  answer: unknown,
  turns: readonly ConversationTurn[],
  context: ExtractionContext,
): Promise<MemoryCandidate[]> {
  const written =
    typeof answer === 'object' && answer !== null && 'memories' in answer ? answer.memories : undefined
  if (!Array.isArray(written))
    throw new DomainError('upstream', 'The language model sent no list of memories')
  const candidates: MemoryCandidate[] = []
  const copies = new Map<number, boolean>()
  for (const one of written) {
    if (!Value.Check(WrittenMemorySchema, one)) continue
    const turn = turns.find(({ id }) => id === one.message_id)
    const at = turn === undefined ? undefined : placeOf(one.quote, turn.content.slice(0, LONGEST_MESSAGE))
    if (turn === undefined || at === undefined || !isNew(turn, context)) continue
    if (!copies.has(turn.id)) copies.set(turn.id, await isCopied(turn, context))
    if (copies.get(turn.id) === false) candidates.push(candidateOf(one, { turn, at, context }))
  }
  return candidates
}

type Place = { readonly start: number; readonly end: number }

/** Where the quote stands, whatever its spaces and capitals; undefined: nowhere, the model made it up. */
function placeOf(quote: string, said: string): Place | undefined {
  const wanted = plainOf(quote.trim()).text
  const { text, offsets } = plainOf(said)
  const at = wanted === '' ? -1 : text.indexOf(wanted)
  return at < 0 ? undefined : { start: offsets[at] ?? 0, end: offsets[at + wanted.length] ?? said.length }
}

/** In small letters and with single spaces; `offsets` tell of each code unit where it stands in the text. */
function plainOf(text: string): { readonly text: string; readonly offsets: readonly number[] } {
  const offsets: number[] = []
  const pieces = [...text.matchAll(/\s+|\S/gu)].map(({ 0: piece, index }) => {
    const plain = piece.trim() === '' ? ' ' : piece.toLowerCase()
    for (let unit = 0; unit < plain.length; unit += 1) offsets.push(index)
    return plain
  })
  return { text: pieces.join(''), offsets }
}

type Source = { readonly turn: ConversationTurn; readonly at: Place; readonly context: ExtractionContext }

function candidateOf(written: WrittenMemory, { turn, at, context }: Source): MemoryCandidate {
  const { content, type, importance, confidence, entities, relations, event_date } = written
  return {
    content,
    memoryType: type,
    importance,
    confidence,
    slot: slotOf(written),
    entities: entities.map(({ name, kind }) => ({ name, entityType: kind })),
    relations: relations.map(({ from, to, relationship }) => ({
      from,
      to,
      relationshipType: snakeCase(relationship),
    })),
    ...(event_date !== null && /^\d{4}-\d{2}(?:-\d{2})?/.test(event_date) && { eventDate: event_date }),
    quote: turn.content.slice(at.start, at.end),
    quoteStart: at.start,
    quoteEnd: at.end,
    messageId: turn.id,
    sourceConversationId: context.conversationId,
    sourceMessageTimestamp: turn.timestamp ?? '',
  }
}

/** Of these there is one; whatever else a model names may be many, so that it supersedes nothing by mistake. */
const SINGLE = new Set([
  'name',
  'surname',
  'age',
  'birthday',
  'home',
  'origin',
  'job',
  'employer',
  'study',
  'diet',
])

function slotOf({ slot }: WrittenMemory): MemorySlot | null {
  if (slot === null) return null
  const attribute = snakeCase(slot.attribute)
  if (attribute === '') return null
  const isSingle = SINGLE.has(attribute) || /^favou?rite_/.test(attribute)
  const subject = /^(?:the )?player$/i.test(slot.subject) ? 'player' : slot.subject
  return { subject, attribute, value: slot.value, cardinality: isSingle ? 'one' : 'many' }
}

const snakeCase = (words: string): string =>
  words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
