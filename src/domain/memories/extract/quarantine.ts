import type { MemoryCandidate } from '../changes/memory-plan.js'
import {
  type ConversationTurn,
  type ExtractionContext,
  MAX_MESSAGE_CHARACTERS,
} from './candidate-extractor.js'
import { holdsSecret, maskSecrets } from './secrets.js'
import { normalizedWords, stem } from './text-similarity.js'

/** A candidate for a turn with a secret or an instruction, with secrets masked; planning then quarantines it. */
export function quarantineCandidateOf(
  turn: ConversationTurn,
  { conversationId }: ExtractionContext,
): MemoryCandidate | undefined {
  const raw = turn.content.slice(0, MAX_MESSAGE_CHARACTERS)
  const masked = maskSecrets(raw)
  if (masked === raw && !isInstruction(raw)) return undefined
  return {
    content: holdsSecret(masked)
      ? `The player told a secret: ${masked.slice(0, 500)}`
      : `The player wrote: ${masked.slice(0, 500)}`,
    memoryType: 'fact',
    importance: 0,
    confidence: 0.3,
    slot: null,
    entities: [],
    relations: [],
    quote: masked,
    messageId: turn.id,
    sourceConversationId: conversationId,
    sourceMessageTimestamp: turn.timestamp ?? '',
  }
}

/** Stored as the memory's `reason`. */
export type QuarantineReason = 'instruction' | 'secret' | 'not_grounded'

/** Why the candidate must be quarantined; undefined when it need not be. */
export function quarantineReasonOf(candidate: MemoryCandidate): QuarantineReason | undefined {
  const { content, quote } = candidate
  if (holdsSecret(content) || holdsSecret(quote)) return 'secret'
  if (isInstruction(content) || isInstruction(quote)) return 'instruction'
  return isGrounded(content, quote) ? undefined : 'not_grounded'
}

const INSTRUCTIONS = [
  /\b(?:ignore|disregard|forget|override|bypass)\b.{0,40}\b(?:previous|prior|above|earlier|all|your|these|those|system)\b.{0,40}\b(?:instructions?|prompts?|rules?|guidelines?|messages?|context)\b/i,
  /(?:^|\n)[^\S\n]*(?:\[|<|#+ ?|<\|)?(?:system|assistant|developer)(?:\]|>|\|>)?\s*:/i,
  /<\|?(?:im_start|im_end|system|endoftext)\|?>|\[\/?INST\]|<<SYS>>/i,
  /\b(?:reveal|print|repeat|show|tell me|output|leak)\b.{0,30}\b(?:system prompt|your (?:prompt|instructions|rules)|hidden (?:prompt|instructions))\b/i,
  /\b(?:you are now|from now on you are|act as|enter) (?:in )?(?:dan\b|developer mode|jailbr\w+|an? unrestricted|unfiltered)/i,
  /\b(?:remember|save|store|add)\b.{0,20}\b(?:to|in|into) (?:your )?(?:memory|core facts?)\b.{0,60}\b(?:always|never|must|admin|instruction|obey)\b/i,
  /\bthe (?:assistant|model|character|ai) (?:must|should|has to|will) (?:always|never|now)\b/i,
]

/** Whether a text tries to instruct the model (prompt injection). */
export const isInstruction = (text: string): boolean => INSTRUCTIONS.some((pattern) => pattern.test(text))

/** Words that the rules add to the player's words; they need not occur in the quote. */
const FRAMING_WORDS = new Set(
  (
    's the player players says quoted they them their character is are was will called name surname does this hobby as a an and of in ' +
    'to on at with for has have no not longer likes dislikes feels gets put works lives comes speaks old years year it corrected ' +
    'themselves agreed intolerant birthday others quit sold'
  ).split(' '),
)

/** Whether at least half of the content's words occur in the quote, ignoring word endings and dates in brackets. */
export function isGrounded(content: string, quote: string): boolean {
  const own = normalizedWords(content.replace(/\(\d{4}-\d{2}(?:-\d{2})?\)/g, ' ')).filter(
    (word) => !FRAMING_WORDS.has(word),
  )
  const quoted = new Set(normalizedWords(quote).map(stem))
  // A framing word may be a name, such as Will.
  if (own.length === 0) return quoted.has(stem(normalizedWords(content).at(-1) ?? ''))
  return own.filter((word) => quoted.has(stem(word))).length * 2 >= own.length
}

/** How many words in a row make a text a copy. */
const COPIED_WORDS = 8

/** The player pastes what the server put into a prompt. */
export function repeatsPrompt(text: string, blocks: readonly string[]): boolean {
  const words = normalizedWords(text)
  if (words.length < COPIED_WORDS) {
    const quoted = words.join(' ')
    return (
      words.length > 2 &&
      blocks.some((block) => block.split('\n').some((line) => normalizedWords(line).join(' ') === quoted))
    )
  }
  const runs = words
    .slice(0, words.length - COPIED_WORDS + 1)
    .map((_, at) => words.slice(at, at + COPIED_WORDS).join(' '))
  return blocks.some((block) => {
    const written = ` ${normalizedWords(block).join(' ')} `
    return runs.some((run) => written.includes(` ${run} `))
  })
}
