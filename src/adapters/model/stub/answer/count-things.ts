import { type Count, countsIn, thingsAsked } from '../language/counts.js'
import { numberInWords } from '../language/lemma.js'
import { RELATED } from '../language/synonyms.js'
import { capitalise } from '../language/text.js'
import type { Question } from '../question/read-question.js'
import type { Statement } from '../statements/statement.js'
import type { Response, Turn } from './turn.js'

const THINGS_MAX = 6

/**
 * "How many camels and tigers do you have?" and "How many animals?": the sum of what is counted, one statement each;
 * undefined where fewer than two numbers answer.
 */
export function answerSum(turn: Turn, question: Question): Response | undefined {
  if (question.kind !== 'how many') return undefined
  const asked = thingsAsked(question.words)
  const statements = (question.about === 'player' ? turn.sources.player : turn.sources.own).statements.filter(
    ({ isNegated, parts }) => !isNegated && parts.length === 0,
  )
  const counted =
    asked.length > 1
      ? asked.map((thing) => countOf(statements, (noun) => noun === thing))
      : kindsOf(statements, asked[0] ?? '')
  const counts = counted.flatMap((each) => each ?? [])
  if (counts.length < 2 || counts.length < asked.length || counts.length > THINGS_MAX) return undefined
  const total = counts.reduce((sum, { value }) => sum + value, 0)
  const parts = counts.map(({ written, phrase }) => `${written} ${phrase}`)
  const listed = `${parts.slice(0, -1).join(', ')} and ${parts.at(-1) ?? ''}`
  const all = `${capitalise(numberInWords(total))} in all: ${listed}.`
  return { gesture: 'nods', sentences: [turn.speaker.fresh(all)] }
}

type Counted = { readonly value: number; readonly written: string; readonly phrase: string }

function countOf(statements: readonly Statement[], isAsked: (noun: string) => boolean): Counted | undefined {
  for (const { words } of statements) {
    const count = countsIn(words).find(({ nouns }) => isAsked(nouns.at(-1) ?? ''))
    if (count !== undefined) return withPhrase(count)
  }
  return undefined
}

const withPhrase = ({ value, written, phrase }: Count): Counted => ({ value, written, phrase })

/** Of a kind, such as animals, each thing that is counted once. */
function kindsOf(statements: readonly Statement[], kind: string): readonly Counted[] {
  const members = RELATED.get(kind)
  if (members === undefined || countOf(statements, (noun) => noun === kind) !== undefined) return []
  const found = new Map<string, Counted>()
  for (const { words } of statements) {
    if (!/^(?:there|i|we)$/.test(words[0] ?? '')) continue
    for (const count of countsIn(words)) {
      const noun = count.nouns.at(-1) ?? ''
      if (members.has(noun) && !found.has(noun)) found.set(noun, withPhrase(count))
    }
  }
  return [...found.values()]
}

const OWNS = /^(?:do|have) you\b|\byou (?:have|own|keep|got)\b/
const LEAD = /^(There|I|We) (are|is|have|own|keep|got|had)\b/

/** Only the number that was asked for, where a sentence has several: "There are two tigers." */
export function onlyCounted(question: Question, text: string, words: readonly string[]): string {
  if (question.kind !== 'how many') return text
  const counts = countsIn(words)
  if (counts.length < 2) return text
  const [thing = ''] = thingsAsked(question.words).slice(-1)
  const count =
    counts.find(({ nouns }) => nouns.includes(thing)) ??
    counts.find(({ nouns }) => nouns.some((noun) => RELATED.get(thing)?.has(noun)))
  if (count === undefined) return text
  const said = `${count.written} ${count.phrase}`
  const lead = LEAD.exec(text)
  if (lead !== null) {
    const [, subject = '', verb = ''] = lead
    const isThere = verb === 'is' || verb === 'are'
    const one = count.value === 1 ? 'is' : 'are'
    return `${subject} ${isThere ? one : verb} ${said}.`
  }
  if (OWNS.test(question.words.join(' '))) return `I have ${said}.`
  return `${capitalise(said)}.`
}
