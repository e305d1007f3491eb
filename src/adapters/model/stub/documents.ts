import type { Timers } from '../../../domain/clock.js'
import type { Excerpt, RetrievedKnowledge } from '../../../domain/knowledge/ports.js'
import { createImmediateYielder } from '../../search/yield-to-event-loop.js'
import { isQuestion, markedSentencesOf, quote, stemsOf } from './text.js'

type Sentence = { readonly excerpt: Excerpt; readonly text: string; readonly stems: ReadonlySet<string> }

const QUOTED_CHARACTERS = 400
/** How much of what a question is about, by the worth of its words, must occur in a sentence that answers it. */
const COVERED = 0.5
/** Word for word is better than a word that only begins alike. */
const ALIKE = 0.5
/** Shorter beginnings say nothing. */
const BEGINNING = 4
/** A heading names what the sentences under it are about. */
const CONTEXT = 0.25

/** Finds the sentence of a character's documents that answers a question; it reads a text once. */
export function createDocumentReader({ timers }: { readonly timers: Pick<Timers, 'elapsed'> }) {
  const read = new WeakMap<Excerpt['passage'], readonly Sentence[]>()
  const sentencesIn = (excerpt: Excerpt) => {
    const known = read.get(excerpt.passage) ?? toSentences(excerpt)
    read.set(excerpt.passage, known)
    return known
  }
  return {
    /** As it will be spoken, with document and page; undefined when nothing is asked or no sentence fits. */
    quote: async ({ excerpts }: RetrievedKnowledge, text: string): Promise<string | undefined> => {
      const wanted = [...new Set(stemsOf(text))]
      if (excerpts.length === 0 || wanted.length === 0 || !isQuestion(text)) return undefined
      const pace = createImmediateYielder(timers)
      const sentences: Sentence[] = []
      for (const excerpt of excerpts) {
        sentences.push(...sentencesIn(excerpt))
        await pace.yieldToEventLoop()
      }
      const best = bestOf(sentences, wanted)
      return best === undefined ? undefined : speak(best)
    },
  }
}

const toSentences = (excerpt: Excerpt): Sentence[] =>
  markedSentencesOf(excerpt.passage.text).map((text) => ({ excerpt, text, stems: new Set(stemsOf(text)) }))

/** The first of those that cover most of what is wanted, rare words counting for more; a short one before a long one. */
function bestOf(sentences: readonly Sentence[], wanted: readonly string[]): Sentence | undefined {
  const worth = wanted.map((stem) => {
    const bearers = sentences.filter(({ stems }) => stems.has(stem)).length
    return Math.log(1 + sentences.length / Math.max(bearers, 1))
  })
  const all = worth.reduce((sum, each) => sum + each, 0)
  let best: { readonly sentence: Sentence; readonly score: number } | undefined
  let before: ReadonlySet<string> = new Set()
  for (const sentence of sentences) {
    const covered = worthOf(sentence.stems, { wanted, worth }) / all
    const context = worthOf(before, { wanted, worth }) / all
    const score = covered + CONTEXT * context - sentence.text.length / 1_000_000
    if (covered >= COVERED && score > (best?.score ?? 0)) best = { sentence, score }
    before = sentence.stems
  }
  return best?.sentence
}

type Wanted = { readonly wanted: readonly string[]; readonly worth: readonly number[] }

const worthOf = (stems: ReadonlySet<string>, { wanted, worth }: Wanted): number =>
  wanted.reduce((sum, stem, at) => sum + (worth[at] ?? 0) * shareOf(stems, stem), 0)

function shareOf(stems: ReadonlySet<string>, wanted: string): number {
  if (stems.has(wanted)) return 1
  if (wanted.length < BEGINNING) return 0
  for (const stem of stems)
    if (stem.length >= BEGINNING && (stem.startsWith(wanted) || wanted.startsWith(stem))) return ALIKE
  return 0
}

function speak({ excerpt: { document, passage }, text }: Sentence): string {
  const { firstPage, lastPage } = passage
  const pages = firstPage === lastPage ? `page ${firstPage}` : `pages ${firstPage} to ${lastPage}`
  return `In ${quote(document)}, ${pages}, it says: “${quote(text, QUOTED_CHARACTERS)}”`
}
