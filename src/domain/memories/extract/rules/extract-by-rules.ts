import { HOUR_MS } from '../../../../contract/durations.js'
import type { MemoryCandidate } from '../../changes/memory-plan.js'
import {
  type ConversationTurn,
  type ExtractionContext,
  MAX_MESSAGE_CHARACTERS,
} from '../candidate-extractor.js'
import { isPromptEcho } from '../prompt-echo.js'
import { quarantineCandidateOf } from '../quarantine.js'
import { type DateParser, loadDateParser } from './dates.js'
import { type Finding, scoresOfFinding } from './finding.js'
import { ASKS_FOR_NAME } from './identity-rules.js'
import { isEnglish } from './is-english.js'
import { isIronic, rolePlayChange } from './modality.js'
import { type KnownPeople, toPerson } from './people.js'
import { type DiscourseState, readStatement } from './statement.js'

/** Role-play ends after a pause of so many milliseconds. */
const ROLE_PLAY_TIMEOUT_MS = HOUR_MS

/**
 * Extracts candidates from the player's turns of one conversation by rules: deterministic and without a model. English
 * only; other languages are skipped. The character's turns are read only to resolve references. Secrets (masked) and
 * instructions also become candidates, so that planning can quarantine them.
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
    const settled = { ...carried, isPlaying: carried.isPlaying && !isAfterPause(turn, before) }
    const read = await readTurn(turn, { carried: settled, isAsked, context, dates })
    carried = read.carried
    if (turn.id > (context.after ?? Number.NEGATIVE_INFINITY)) candidates.push(...read.candidates)
  }
  return candidates
}

/** Known people who were not mentioned yet, so that `she` refers to none of them. */
const knownPeople = ({ people = [] }: ExtractionContext): KnownPeople => ({
  known: people.map(({ name, relation }) => toPerson(relation, name)),
  last: undefined,
})

const isAfterPause = (turn: ConversationTurn, before: ConversationTurn | undefined): boolean =>
  before !== undefined &&
  Date.parse(turn.timestamp ?? '') - Date.parse(before.timestamp ?? '') > ROLE_PLAY_TIMEOUT_MS

/** After the character mentions relatives of its own, `she` may mean one of them. */
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
  const state = { ...carried, isPlaying }
  const quarantined = quarantineCandidateOf(turn, context)
  if (quarantined !== undefined) return { candidates: [quarantined], carried: state }
  if (isPlaying || !isEnglish(message)) return { candidates: [], carried: state }
  let after: DiscourseState = state
  const candidates: MemoryCandidate[] = []
  const saidAt = turn.timestamp ?? ''
  for (const sentence of splitSentences(message)) {
    await context.yieldToEventLoop?.()
    const read = readStatement(sentence.text, {
      message,
      saidAt,
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
  return isCopy ? { candidates: [], carried: state } : { candidates: distinct(candidates), carried: after }
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
  const { type, subject, attribute, value, cardinality, content, entities, relations, eventDate, hasNoSlot } =
    finding
  return {
    content: content.slice(0, 2000),
    memoryType: type,
    ...scoresOfFinding(finding),
    slot: hasNoSlot === true ? null : { subject, attribute, value, cardinality },
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

/** Replaces masked characters, so that offsets stay valid; no rule matches it. */
const BLANK = '\u25AF'

const SPANS = [
  // Quotations; an unclosed one extends to the end.
  /"[^"]*(?:"|$)/g,
  /(?<=^|[\s(])'(?=\S)[^'\n]{0,300}(?:'(?=\p{L})[^'\n]{1,300}){0,20}'(?=[\s.,;!?)]|$)/gu,
  /(?:^|\n)>[^\n]*/g,
  // Stage directions, code, addresses.
  /\*[^*\n]+\*/g,
  /`[^`]+`/g,
  /\bhttps?:\/\/\S+/g,
]

/** Masks what is not the player's own statement: quotations, stage directions, code, URLs. Straightens quotation marks. */
export function maskQuotes(message: string): string {
  const plain = message.replace(/[’‘]/g, "'").replace(/[“”„«»]/g, '"')
  return SPANS.reduce((text, span) => text.replace(span, (match) => BLANK.repeat(match.length)), plain)
}

type SentenceSpan = {
  readonly text: string
  /** UTF-16 offset in the message. */
  readonly start: number
}

/** Characters of a sentence that are read. */
const MAX_SENTENCE = 1000

/** The end of a sentence: punctuation before a space, or a line break. Titles are excluded below. */
const END = /(?<![.!?…])[.!?…]+["')\]]*(?=\s|$)|\n+/g
const TITLE = /\b(?:mr|mrs|ms|dr|st|prof|vs|etc|e\.g|i\.e)\.$/i
/** Including the character before the title. */
const LONGEST_TITLE = 6

export function splitSentences(text: string): SentenceSpan[] {
  const sentences: SentenceSpan[] = []
  let from = 0
  const addSentence = (to: number) => {
    const raw = text.slice(from, to)
    const lead = raw.length - raw.trimStart().length
    const sentence = raw.trim().slice(0, MAX_SENTENCE)
    if (sentence !== '') sentences.push({ text: sentence, start: from + lead })
    from = to
  }
  for (const match of text.matchAll(END)) {
    const to = match.index + match[0].length
    if (!TITLE.test(text.slice(Math.max(from, to - LONGEST_TITLE), to))) addSentence(to)
  }
  addSentence(text.length)
  return sentences
}
