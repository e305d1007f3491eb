import { lemmaOf } from '../language/lemma.js'
import type { Question } from '../question/read-question.js'
import type { Response, Turn } from './turn.js'

const ASKS_OWNER =
  /^(?:and |so |but )?(?:who (?:owns|has got|keeps)\b|who(?:'s| is) the owner of\b|whose\b|who (?:does|do|did)\b.{1,60}\bbelongs? to\b)/iu
const OWNING: ReadonlySet<string> = new Set(['own', 'keep', 'belong', 'owner'].map(lemmaOf))
const HAS = /^(?:has|have|had|owns?|owned|keeps?|kept)$/
/** Words between a verb or an owner and what is owned. */
const REACH = 4
const OWNED =
  /(?<![\p{L}'’])((?:(?:the|my|our|an?) )?(?:\p{L}+ ){0,2}\p{L}+['’]s(?: [\p{L}-]+){0,2} )([\p{L}-]+)(?![\p{L}'’])/giu

/** "Who owns the terrier?" by whoever has one, or by "Mei's ferret"; undefined where nothing says whose it is. */
export function answerOwner({ sources, speaker }: Turn, { text, terms }: Question): Response | undefined {
  if (!ASKS_OWNER.test(text)) return undefined
  const asked = terms
    .filter(({ weight, lemma }) => weight >= 1 && !OWNING.has(lemma))
    .map(({ lemma }) => lemma)
  if (asked.length !== 1) return undefined
  const [thing = ''] = asked
  const known = [...sources.own.statements, ...sources.documents.statements].filter(
    ({ parts, lemmas }) => parts.length === 0 && lemmas.includes(thing),
  )
  for (const { text: told } of known)
    for (const { 1: owner = '', 2: noun = '' } of told.matchAll(OWNED))
      if (lemmaOf(noun.toLowerCase()) === thing)
        return { gesture: 'nods', sentences: [speaker.fresh(`It is ${uncapitalise(owner)}${noun}.`)] }
  const belonging = known.find(
    ({ text: told, words }) =>
      /\bbelong(?:s|ed)? to\b/.test(told) &&
      words
        .slice(
          0,
          words.findIndex((word) => /^belong/.test(word)),
        )
        .some((word) => lemmaOf(word) === thing),
  )
  if (belonging !== undefined) return { gesture: 'nods', sentences: [speaker.fresh(belonging.text)] }
  const having = known.find(({ words }) =>
    words.some(
      (word, at) =>
        lemmaOf(word) === thing &&
        words.slice(Math.max(0, at - REACH), at).some((before) => HAS.test(before)),
    ),
  )
  return having === undefined ? undefined : { gesture: 'nods', sentences: [speaker.fresh(having.text)] }
}

const uncapitalise = (owner: string): string =>
  owner.replace(/^(?:The|My|Our|An?) /, (word) => word.toLowerCase())
