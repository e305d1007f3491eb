import type { MemoryCandidate } from '../changes/memory-plan.js'
import { holdsSecret } from './secrets.js'
import { normalizedWords, stem } from './text-similarity.js'

/** Why a candidate is put aside. */
export type QuarantineReason = 'instruction' | 'secret' | 'not_grounded'

/** Undefined: nothing speaks against it. */
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

/** Meant for the model rather than for the character. */
export const isInstruction = (text: string): boolean => INSTRUCTIONS.some((pattern) => pattern.test(text))

/** Words of our own that frame what was said. */
const FRAMING_WORDS = new Set(
  (
    's the player players says said they them their character is are was will called name surname does this hobby as a an and of in ' +
    'to on at with for has have no not longer likes dislikes feels gets put works lives comes speaks old years year it corrected ' +
    'themselves agreed intolerant birthday others quit sold'
  ).split(' '),
)

/** At least half of a memory's own words stand in what was said; word endings and dates in brackets do not count. */
export function isGrounded(content: string, quote: string): boolean {
  const own = normalizedWords(content.replace(/\(\d{4}-\d{2}(?:-\d{2})?\)/g, ' ')).filter(
    (word) => !FRAMING_WORDS.has(word),
  )
  const said = new Set(normalizedWords(quote).map(stem))
  // Somebody may be called Will.
  if (own.length === 0) return said.has(stem(normalizedWords(content).at(-1) ?? ''))
  return own.filter((word) => said.has(stem(word))).length * 2 >= own.length
}

/** How many words in a row make a text a copy. */
const COPIED_WORDS = 8

/** The player pastes what the server put into a prompt. */
export function repeatsPrompt(text: string, blocks: readonly string[]): boolean {
  const words = normalizedWords(text)
  if (words.length < COPIED_WORDS) {
    const said = words.join(' ')
    return (
      words.length > 2 &&
      blocks.some((block) => block.split('\n').some((line) => normalizedWords(line).join(' ') === said))
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
