import type { Timers } from '../../../../domain/clock.js'
import type { Excerpt, RetrievedKnowledge } from '../../../../domain/knowledge/ports.js'
import { createImmediateYielder } from '../../../search/yield-to-event-loop.js'
import { capitalise, closed, markedSentencesOf, quote, stemsOf, wordsOf } from '../language/text.js'
import { isFiniteVerb } from '../language/verbs.js'
import { notesApart } from './notes.js'
import { contextOf, type Statement, withParts } from './statement.js'
import { createStatementIndex, type StatementIndex } from './statement-index.js'
import { withoutSalutation } from './tagline.js'

const SENTENCE_CHARACTERS = 400
/** A sentence of no more words, and without a verb, is a heading. */
const HEADING_WORDS = 3

/** Reads the passages of a character's documents as statements; it reads a passage once. */
export function createDocumentReader({ timers }: { readonly timers: Pick<Timers, 'elapsed'> }) {
  const read = new WeakMap<Excerpt['passage'], readonly Statement[]>()
  const indexes = new WeakMap<Excerpt['passage'], { excerpts: readonly Excerpt[]; index: StatementIndex }>()
  const statementsIn = (excerpt: Excerpt) => {
    const known = read.get(excerpt.passage) ?? toStatements(excerpt)
    read.set(excerpt.passage, known)
    return known
  }
  return {
    read: async ({ excerpts }: RetrievedKnowledge): Promise<StatementIndex> => {
      const [first] = excerpts
      if (first === undefined) return NOTHING
      const known = indexes.get(first.passage)
      if (known !== undefined && isSame(known.excerpts, excerpts)) return known.index
      const pace = createImmediateYielder(timers)
      const statements: Statement[] = []
      for (const excerpt of excerpts) {
        statements.push(...statementsIn(excerpt))
        await pace.yieldToEventLoop()
      }
      const index = createStatementIndex(statements)
      indexes.set(first.passage, { excerpts, index })
      return index
    },
  }
}

const NOTHING = createStatementIndex<Statement>([])

const isSame = (one: readonly Excerpt[], other: readonly Excerpt[]) =>
  one.length === other.length && one.every((excerpt, at) => excerpt.passage === other[at]?.passage)

function toStatements(excerpt: Excerpt): readonly Statement[] {
  const sentences = markedSentencesOf(excerpt.passage.text).map(withoutSalutation).flatMap(notesApart)
  const place = placeOf(excerpt)
  let heading: readonly string[] = []
  return sentences.flatMap((sentence, at) => {
    const before = sentences[at - 1]
    if (isHeading(sentence) && at + 1 < sentences.length) heading = stemsOf(sentence)
    const context = isHeading(before) ? [] : contextOf(sentence, before)
    return withParts(closed(capitalise(quote(sentence, SENTENCE_CHARACTERS))), 'document', {
      context: [...new Set([...context, ...heading])],
      place,
    })
  })
}

/** A heading names what the sentences under it are about: "Rental", "Opening hours.". */
const isHeading = (text: string | undefined): boolean =>
  text !== undefined &&
  ((text.length < 60 && !/[.!?]$/.test(text)) ||
    (wordsOf(text).length <= HEADING_WORDS && !/[?!\d]/.test(text) && !wordsOf(text).some(isFiniteVerb)))

function placeOf({ document, passage: { firstPage, lastPage } }: Excerpt): string {
  const pages = firstPage === lastPage ? `page ${firstPage}` : `pages ${firstPage} to ${lastPage}`
  return `${quote(document)}, ${pages}`
}
