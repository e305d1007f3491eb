import { Value } from 'typebox/value'
import { domainError } from '../../../errors.js'
import type { Log } from '../../../log.js'
import type { MemoryCandidate, MemorySlot } from '../../changes/memory-plan.js'
import type { CandidateExtractor } from '../candidate-extractor.js'
import {
  type ConversationTurn,
  type ExtractionContext,
  MAX_MESSAGE_CHARACTERS,
} from '../extraction-context.js'
import { isPromptEcho } from '../prompt-echo.js'
import { quarantineCandidateOf } from '../quarantine.js'
import {
  EXTRACTION_INSTRUCTIONS,
  ModelMemoriesSchema,
  type ModelMemory,
  ModelMemorySchema,
} from './model-schema.js'
import type { StructuredModel } from './structured-model.js'

type ModelExtractorDeps = {
  readonly model: StructuredModel
  /** What does the work when the model cannot. */
  readonly rules: CandidateExtractor
  readonly log: Log
}

const FELL_BACK = 'The language model could not extract memories; rules did'

/**
 * What a language model finds: one call for all turns. Of each memory the quote must stand in what the player said;
 * the guards of the plan are the same as for rules. Turns with secrets or instructions are not shown to it.
 */
export const createModelExtractor = ({ model, rules, log }: ModelExtractorDeps): CandidateExtractor => ({
  extractCandidates: async (turns, context, signal) => {
    const { trackRead: noted = withoutTracking } = context
    const [aside, shown] = await noted(async () => withoutSensitiveTurns(turns, context))
    if (!shown.some((turn) => isNew(turn, context))) return aside
    try {
      const answer = await model.answer(requestFor(shown, context), signal)
      return [...aside, ...(await noted(() => candidatesOf(answer, shown, context)))]
    } catch (error) {
      signal.throwIfAborted()
      log.warn(FELL_BACK, { error })
      return rules.extractCandidates(turns, context, signal)
    }
  },
})

const withoutTracking: NonNullable<ExtractionContext['trackRead']> = (work) => work()

const isNew = (
  { id, role }: ConversationTurn,
  { after = Number.NEGATIVE_INFINITY }: ExtractionContext,
): boolean => role === 'user' && id > after

/** What is put aside at once, and the turns that the model may see. */
function withoutSensitiveTurns(
  turns: readonly ConversationTurn[],
  context: ExtractionContext,
): [MemoryCandidate[], ConversationTurn[]] {
  const aside: MemoryCandidate[] = []
  const shown = turns.filter((turn) => {
    const candidate = turn.role === 'user' ? quarantineCandidateOf(turn, context) : undefined
    if (candidate !== undefined && isNew(turn, context)) aside.push(candidate)
    return candidate === undefined
  })
  return [aside, shown]
}

function requestFor(turns: readonly ConversationTurn[], context: ExtractionContext) {
  const { characterName, people = [], after = Number.NEGATIVE_INFINITY } = context
  const lines = turns.map(({ id, role, content, timestamp }) => {
    const who = role === 'user' ? 'player' : 'character'
    const said = content.slice(0, MAX_MESSAGE_CHARACTERS).replace(/\s+/g, ' ')
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
  return { name: 'memories', instructions: EXTRACTION_INSTRUCTIONS, text, schema: ModelMemoriesSchema }
}

/** What the answer holds that can be believed; one that is no such answer at all is a failure. */
async function candidatesOf(
  answer: unknown,
  turns: readonly ConversationTurn[],
  context: ExtractionContext,
): Promise<MemoryCandidate[]> {
  const written =
    typeof answer === 'object' && answer !== null && 'memories' in answer ? answer.memories : undefined
  if (!Array.isArray(written)) throw domainError('modelSentNoMemories')
  const candidates: MemoryCandidate[] = []
  const copies = new Map<number, boolean>()
  for (const one of written) {
    if (!Value.Check(ModelMemorySchema, one)) continue
    const turn = turns.find(({ id }) => id === one.message_id)
    const at =
      turn === undefined ? undefined : findQuote(one.quote, turn.content.slice(0, MAX_MESSAGE_CHARACTERS))
    if (turn === undefined || at === undefined || !isNew(turn, context)) continue
    if (!copies.has(turn.id)) copies.set(turn.id, await isPromptEcho(turn, context))
    if (copies.get(turn.id) === false) candidates.push(candidateOf(one, { turn, at, context }))
  }
  return candidates
}

type QuoteSpan = { readonly start: number; readonly end: number }

/** Where the quote stands, whatever its spaces and capitals; undefined: nowhere, the model made it up. */
function findQuote(quote: string, said: string): QuoteSpan | undefined {
  const wanted = normalizedWithOffsets(quote.trim()).text
  const { text, offsets } = normalizedWithOffsets(said)
  const at = wanted === '' ? -1 : text.indexOf(wanted)
  return at < 0 ? undefined : { start: offsets[at] ?? 0, end: offsets[at + wanted.length] ?? said.length }
}

/** In small letters and with single spaces; `offsets` tell of each code unit where it stands in the text. */
function normalizedWithOffsets(text: string): { readonly text: string; readonly offsets: readonly number[] } {
  const offsets: number[] = []
  const pieces = [...text.matchAll(/\s+|\S/gu)].map(({ 0: piece, index }) => {
    const plain = piece.trim() === '' ? ' ' : piece.toLowerCase()
    for (let unit = 0; unit < plain.length; unit += 1) offsets.push(index)
    return plain
  })
  return { text: pieces.join(''), offsets }
}

type CandidateOrigin = {
  readonly turn: ConversationTurn
  readonly at: QuoteSpan
  readonly context: ExtractionContext
}

function candidateOf(written: ModelMemory, { turn, at, context }: CandidateOrigin): MemoryCandidate {
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
const SINGLE_VALUED = new Set([
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

function slotOf({ slot }: ModelMemory): MemorySlot | null {
  if (slot === null) return null
  const attribute = snakeCase(slot.attribute)
  if (attribute === '') return null
  const isSingle = SINGLE_VALUED.has(attribute) || /^favou?rite_/.test(attribute)
  const subject = /^(?:the )?player$/i.test(slot.subject) ? 'player' : slot.subject
  return { subject, attribute, value: slot.value, cardinality: isSingle ? 'one' : 'many' }
}

const snakeCase = (words: string): string =>
  words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '_')
    .replace(/^_|_$/g, '')
