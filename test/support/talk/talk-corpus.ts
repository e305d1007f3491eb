import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'yaml'

/**
 * Characters with questions that a prototyper asks them, and what an answer must and must not contain. A line of
 * `questions` is
 *
 *     first message >> second message >> question | must | must not
 *
 * The character answers every message; the answer to the last one is judged. `must` is a list of requirements joined by
 * `&`, each with alternatives joined by `/`; `must not` has alternatives only. `never` holds for every answer of the
 * character. A term matches without regard to case, from the beginning of a word, and up to the end of one (with a
 * plural's s) if it is shorter than four letters or ends in a digit. `.` asks for any answer, `*unknown*` for one that
 * admits not to know, `*number*` stands for anything that is counted.
 *
 * The held-out half is not looked at while rules are written. The regression part was asked once before any rule was
 * written for it; what was wrong then has been mended where a general rule could. So was it with the tuned part, whose
 * characters came later, many in forms meant to be hard. The forms part is of characters in forms
 * that no other one has, mended in the same way. The unseen part was written last, to see what the rules are worth for
 * characters that nobody had thought of; only its forbidden answers were looked at. Two rounds of characters followed,
 * all of them written before the first of them was asked: round 1 was asked once and then mended, round 2 was asked once
 * after that. The fresh part came from writers who had not seen the rules; it was asked once, and then mended. The blind
 * part was written with it and is only ever asked, so that its sums tell what to expect of a new character; so are the
 * second fresh and the second blind part, by other writers and of a later time, and the third blind part; of five of its characters the forbidden answers were read. The weights of
 * the stub are fitted on all parts but the held-out and the blind ones.
 */
const FOLDER = new URL('../../../fixtures/talk/', import.meta.url)

export type TalkQuestion = {
  readonly messages: readonly string[]
  /** Every one of them is required; each is a list of alternatives. */
  readonly must: readonly (readonly string[])[]
  readonly mustNot: readonly string[]
}

export type TalkPersona = {
  readonly key: string
  readonly half:
    | 'development'
    | 'regression'
    | 'tuned'
    | 'forms'
    | 'unseen'
    | 'round-1'
    | 'round-2'
    | 'fresh'
    | 'fresh-2'
    | 'blind'
    | 'blind-2'
    | 'blind-3'
    | 'held-out'
  readonly persona: {
    readonly name: string
    readonly tagline?: string
    readonly personality?: string
    readonly background?: string
    readonly system_prompt?: string
    readonly verbosity?: 'short' | 'medium' | 'long'
  }
  /** Passages by the name of the document, a page each. */
  readonly documents: Readonly<Record<string, readonly string[]>>
  readonly facts: Readonly<Record<string, string>>
  readonly memories: readonly string[]
  readonly never: readonly string[]
  readonly questions: readonly TalkQuestion[]
}

type Written = Pick<TalkPersona, 'half' | 'persona' | 'never'> & {
  readonly documents?: TalkPersona['documents']
  readonly memories?: { readonly facts?: TalkPersona['facts']; readonly memories?: readonly string[] }
  readonly questions: string
}

export const talkCorpus = (folder = FOLDER): readonly TalkPersona[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.yaml'))
    .sort()
    .map((file) => readPersona(file.replace(/\.yaml$/, ''), readFileSync(new URL(file, folder), 'utf8')))

function readPersona(key: string, text: string): TalkPersona {
  const written = parse(text, { schema: 'core' }) as Written
  return {
    key,
    half: written.half,
    persona: written.persona,
    documents: written.documents ?? {},
    facts: written.memories?.facts ?? {},
    memories: written.memories?.memories ?? [],
    never: written.never,
    questions: written.questions.trim().split('\n').map(readQuestion),
  }
}

function readQuestion(line: string): TalkQuestion {
  const [messages = '', must, mustNot] = line.split('|').map((cell) => cell.trim())
  if (must === undefined || mustNot === undefined) throw new Error(`Not a question: ${line}`)
  return {
    messages: messages.split(' >> '),
    must: must.split(' & ').map(alternatives),
    mustNot: alternatives(mustNot),
  }
}

const alternatives = (cell: string): readonly string[] =>
  cell
    .split('/')
    .map((term) => term.trim())
    .filter((term) => term !== '')

const UNKNOWN =
  /\b(?:don['’]?t|do not|cannot|can['’]?t|couldn['’]?t|could not|wouldn['’]?t|would not|never|haven['’]?t|have not|nobody|no one|not) (?:\w+ )?(?:know|say|tell|told|recall|remember|heard|idea|sure|mentioned|aware|answer|claim|guess)\b|\b(?:no idea|beyond me|beats me|not something i|escapes me|unknown to me|no notion|know nothing|(?:know|knew) of no)\b/i
const NUMBER =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty|hundred|thousand|dozen)\b/i

/** What is wrong with an answer: requirements that it misses, and forbidden terms that it contains. */
export function judgeAnswer(
  answer: string,
  { must, mustNot }: Pick<TalkQuestion, 'must' | 'mustNot'>,
  never: readonly string[],
): { readonly missing: readonly string[]; readonly forbidden: readonly string[] } {
  const missing = must.filter((terms) => !terms.some((term) => holds(answer, term)))
  return {
    missing: missing.map((terms) => terms.join('/')),
    forbidden: [...mustNot, ...never].filter((term) => holds(answer, term)),
  }
}

function holds(answer: string, term: string): boolean {
  if (term === '.') return /\p{L}/u.test(answer)
  if (term === '*unknown*') return UNKNOWN.test(answer)
  if (term === '*number*') return NUMBER.test(answer)
  const escaped = term.replaceAll('’', "'").replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const start = /^[\p{L}\p{N}]/u.test(term) && term !== "n't" ? '(?<![\\p{L}\\p{N}])' : ''
  const isShort = term.length < 4 || /\d$/.test(term)
  return new RegExp(`${start}${escaped}${isShort ? '(?:e?s)?(?![\\p{L}\\p{N}])' : ''}`, 'iu').test(
    answer.replaceAll('’', "'"),
  )
}
