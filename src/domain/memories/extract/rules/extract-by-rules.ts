import { HOUR_MS } from '../../../../contract/durations.js'
import type { MemoryCandidate } from '../../changes/memory-plan.js'
import {
  type ConversationTurn,
  type ExtractionContext,
  MAX_MESSAGE_CHARACTERS,
} from '../extraction-context.js'
import { isPromptEcho } from '../prompt-echo.js'
import { quarantineCandidateOf } from '../quarantine.js'
import { type DateParser, loadDateParser } from './dates.js'
import { type Finding, scoresOfFinding } from './finding.js'
import { ASKS_FOR_NAME } from './identity-rules.js'
import { isEnglish } from './is-english.js'
import { maskQuotes } from './mask-quotes.js'
import { isIronic, rolePlayChange } from './modality.js'
import { type KnownPeople, toPerson } from './people.js'
import { type SentenceSpan, splitSentences } from './sentences.js'
import { type DiscourseState, readStatement } from './statement.js'

/** A pause after which nobody plays on, in milliseconds. */
const END_OF_PLAY = HOUR_MS

/**
 * What the player tells in these turns of one conversation, by rules: no model, the same for the same turns. English
 * only; other languages pass untouched. The character's words are never taken, only read for what was asked. Secrets
 * and instructions become candidates too, the secrets masked, so that the plan can put them aside.
 */
export async function extractByRules(
  turns: readonly ConversationTurn[],
  context: ExtractionContext,
): Promise<MemoryCandidate[]> {
  const dates = await loadDateParser()
  const candidates: MemoryCandidate[] = []
  let carried: DiscourseState = { people: knownPeople(context), thing: undefined, isPlaying: false }
  for (const [at, turn] of turns.entries()) {
    const before = turns[at - 1]
    context.onTurn?.(at)
    if (turn.role !== 'user') {
      carried = afterCharacterTurn(turn, carried)
      continue
    }
    const isAsked = before?.role === 'assistant' && ASKS_FOR_NAME.test(before.content)
    const settled = { ...carried, isPlaying: carried.isPlaying && !isLater(turn, before) }
    const read = await readTurn(turn, { carried: settled, isAsked, context, dates })
    carried = read.carried
    if (turn.id > (context.after ?? Number.NEGATIVE_INFINITY)) candidates.push(...read.candidates)
  }
  return candidates
}

/** Known, but not spoken of yet: nobody that `she` could mean. */
const knownPeople = ({ people = [] }: ExtractionContext): KnownPeople => ({
  known: people.map(({ name, relation }) => toPerson(relation, name)),
  last: undefined,
})

const isLater = (turn: ConversationTurn, before: ConversationTurn | undefined): boolean =>
  before !== undefined && Date.parse(turn.timestamp ?? '') - Date.parse(before.timestamp ?? '') > END_OF_PLAY

/** When the character speaks of people of their own, `she` may be one of them. */
const afterCharacterTurn = ({ content }: ConversationTurn, carried: DiscourseState): DiscourseState =>
  /\bmy (?:\w+ )?(?:brother|sister|mother|father|son|daughter|wife|husband|friend|aunt|uncle|cousin)\b/i.test(
    content,
  )
    ? { ...carried, people: { ...carried.people, last: undefined } }
    : carried

type TurnContext = {
  readonly carried: DiscourseState
  readonly isAsked: boolean
  readonly context: ExtractionContext
  readonly dates: DateParser
}
type TurnReading = { readonly candidates: MemoryCandidate[]; readonly carried: DiscourseState }

async function readTurn(
  turn: ConversationTurn,
  { carried, isAsked, context, dates }: TurnContext,
): Promise<TurnReading> {
  await context.yieldToEventLoop?.()
  const raw = turn.content.slice(0, MAX_MESSAGE_CHARACTERS)
  const message = maskQuotes(raw)
  const play = rolePlayChange(message)
  const isPlaying = play === undefined ? carried.isPlaying : play === 'starts'
  const unread = { ...carried, isPlaying }
  const aside = quarantineCandidateOf(turn, context)
  if (aside !== undefined) return { candidates: [aside], carried: unread }
  if (isPlaying || !isEnglish(message)) return { candidates: [], carried: unread }
  let after: DiscourseState = unread
  const candidates: MemoryCandidate[] = []
  const said = turn.timestamp ?? ''
  for (const sentence of splitSentences(message)) {
    await context.yieldToEventLoop?.()
    const read = readStatement(sentence.text, {
      message,
      said,
      dates,
      isAsked,
      carried: after,
      isIronic: isIronic(sentence.text),
    })
    after = read.carried
    for (const finding of read.findings)
      candidates.push(candidateOf(finding, sentence, { turn, raw, context }))
  }
  const isCopy = candidates.length > 0 && (await isPromptEcho(turn, context))
  return isCopy ? { candidates: [], carried: unread } : { candidates: distinct(candidates), carried: after }
}

type CandidateOrigin = {
  readonly turn: ConversationTurn
  readonly raw: string
  readonly context: ExtractionContext
}

function candidateOf(
  finding: Finding,
  { text, start }: SentenceSpan,
  { turn, raw, context }: CandidateOrigin,
): MemoryCandidate {
  const {
    type,
    subject,
    attribute,
    value,
    cardinality,
    content,
    entities,
    relations,
    eventDate,
    hasNoSlot: isFree,
  } = finding
  return {
    content: content.slice(0, 2000),
    memoryType: type,
    ...scoresOfFinding(finding),
    slot: isFree === true ? null : { subject, attribute, value, cardinality },
    entities,
    relations,
    ...(eventDate !== undefined && { eventDate }),
    quote: raw.slice(start, start + text.length),
    quoteStart: start,
    quoteEnd: start + text.length,
    messageId: turn.id,
    sourceConversationId: context.conversationId,
    sourceMessageTimestamp: turn.timestamp ?? '',
    language: 'en',
  }
}

function distinct(candidates: readonly MemoryCandidate[]): MemoryCandidate[] {
  const keyOf = ({ slot, content }: MemoryCandidate) =>
    slot === null ? content : `${slot.subject} ${slot.attribute} ${slot.value}`.toLowerCase()
  const byKey = new Map<string, MemoryCandidate>()
  for (const candidate of candidates) if (!byKey.has(keyOf(candidate))) byKey.set(keyOf(candidate), candidate)
  return [...byKey.values()]
}
