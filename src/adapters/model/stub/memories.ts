import type { Recalled, RecalledTurn } from '../../../domain/memories/search/recall-port.js'
import type { PlayerFact } from './facts.js'
import { isQuestion, quote, stemsOf } from './text.js'

/** How much of what a question is about must occur in what is remembered, for it to answer. */
const COVERED = 0.5
/** Shorter beginnings say nothing. */
const BEGINNING = 4

/** The core facts about the player, as the stub tells what it was told itself. */
export const rememberedFacts = ({ facts }: Recalled): readonly PlayerFact[] =>
  facts
    // Those about others have their names before a dot.
    .filter(({ factKey }) => !factKey.includes('.'))
    .map(({ factKey, factValue }) => ({ about: factKey.replaceAll('_', ' '), value: quote(factValue, 60) }))

type Memory = Recalled['memories'][number]

/**
 * A memory as the character says it: quotes the player's words, or the description of an image; without a quote, the
 * content.
 */
export function tellMemory({
  content,
  sourceQuote,
  origin,
}: Pick<Memory, 'content' | 'sourceQuote' | 'origin'>): string {
  if (sourceQuote === null) return `I remember: “${quote(content)}”`
  return `${origin === 'image' ? 'You showed me' : 'You told me'}: “${quote(sourceQuote)}”`
}

const tellTurn = ({ role, text }: RecalledTurn): string =>
  `${role === 'user' ? 'You once said' : 'I once said'}: “${quote(text)}”`

/** What is remembered that answers a question best, as it will be spoken; undefined when nothing does. */
export function answerFromMemory({ memories, turns }: Recalled, text: string): string | undefined {
  const wanted = [...new Set(stemsOf(text))]
  if (wanted.length === 0 || !isQuestion(text)) return undefined
  const told = [
    ...memories.map((memory) => ({
      about: `${memory.content} ${memory.slot?.attribute.replaceAll('_', ' ') ?? ''} ${memory.sourceQuote ?? ''}`,
      spoken: tellMemory(memory),
    })),
    ...turns.map((turn) => ({ about: turn.text, spoken: tellTurn(turn) })),
  ]
  let best: { readonly spoken: string; readonly covered: number } | undefined
  for (const { about, spoken } of told) {
    const covered = coverage(stemsOf(about), wanted)
    if (covered >= COVERED && covered > (best?.covered ?? 0)) best = { spoken, covered }
  }
  return best?.spoken
}

function coverage(stems: readonly string[], wanted: readonly string[]): number {
  const isThere = (one: string) =>
    stems.some(
      (stem) =>
        stem === one ||
        (Math.min(stem.length, one.length) >= BEGINNING && (stem.startsWith(one) || one.startsWith(stem))),
    )
  return wanted.filter(isThere).length / wanted.length
}
