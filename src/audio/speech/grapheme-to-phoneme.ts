import { LETTER_TO_SOUND_RULES } from './letter-to-sound-rules.js'
import { loadPronunciationLexicon } from './pronunciation-lexicon.js'

/** Sounds of a word or number as ARPAbet without stress. */
export type GraphemeToPhoneme = (word: string) => string[]

/** Pronounces English; other Latin letters as if they were English, what has no letters not at all. */
export function createGraphemeToPhoneme(): GraphemeToPhoneme {
  const rules = compileRules()
  const listed = loadPronunciationLexicon()
  const known = new Map<string, string[]>()
  return (word) => {
    const sounds =
      known.get(word) ?? spellOut(word).flatMap((part) => listed.get(part) ?? applyRules(rules, part))
    if (known.size < KNOWN_WORDS) known.set(word, sounds)
    return sounds
  }
}

/** Nobody's vocabulary is larger; a stream of nonsense does not fill the memory. */
const KNOWN_WORDS = 5000

type Rule = { readonly pattern: RegExp; readonly length: number; readonly sounds: readonly string[] }
type Rules = ReadonlyMap<string, readonly Rule[]>

/** Contexts have an end: one that reads to the beginning of the word, at each letter, takes the square of its length. */
const CONTEXT: Readonly<Record<string, string>> = {
  '#': '[AEIOUY]{1,12}',
  ':': "[^AEIOUY ']{0,12}",
  '^': "[^AEIOUY ']",
  '.': '[BDVGJLMNRWZ]',
  '%': '(?:ER|ELY|ED|ES|E|ING)',
  '+': '[EIY]',
  '&': '(?:CH|SH|[SCGZXJ])',
  '@': '(?:TH|CH|SH|[TSRDLZNJ])',
}

function compileRules(): Rules {
  return new Map(
    Object.entries(LETTER_TO_SOUND_RULES).map(([letter, rules]) => [letter, rules.split('|').map(compile)]),
  )
}

function compile(rule: string): Rule {
  const [, left = '', letters = '', right = '', sounds = ''] =
    /^([^[]*)\[([^\]]*)\]([^=]*)=(.*)$/s.exec(rule.replace(/\n\s*/g, '')) ?? []
  const context = (text: string) => text.replace(/[#:^.%+&@]/g, (symbol) => CONTEXT[symbol] ?? symbol)
  return {
    pattern: new RegExp(`(?<=${context(left)})${letters}(?=${context(right)})`, 'y'),
    length: letters.length,
    sounds: sounds.trim() === '' ? [] : sounds.trim().split(' '),
  }
}

function applyRules(rules: Rules, word: string): string[] {
  const text = ` ${word.toUpperCase()} `
  const sounds: string[] = []
  for (let at = 1; at < text.length - 1; ) {
    const rule = rules.get(text.charAt(at))?.find(({ pattern }) => matchesAt(pattern, text, at))
    sounds.push(...(rule?.sounds ?? []))
    at += rule?.length ?? 1
  }
  return sounds
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at
  return pattern.test(text)
}

const SYMBOLS: Readonly<Record<string, string>> = {
  '&': 'and',
  '%': 'percent',
  '@': 'at',
  '+': 'plus',
  '=': 'equals',
  '#': 'number',
  $: 'dollars',
  '€': 'euros',
  '£': 'pounds',
}

/** Words in lower case: figures and signs written out, accents dropped, abbreviations in capitals spelled. */
function spellOut(word: string): string[] {
  const plain = word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'")
  const parts = plain.match(/\d+|[A-Za-z]+(?:'[A-Za-z]+)*|[&%@+=#$€£]/g) ?? []
  return parts.flatMap((part) => {
    if (/^\d/.test(part)) return numberWords(part)
    if (/^[B-DF-HJ-NP-TV-XZ]{2,5}$/.test(part)) return [...part].map((letter) => letter.toLowerCase())
    return SYMBOLS[part] ?? part.toLowerCase()
  })
}

const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'zero ten twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

function numberWords(figures: string): string[] {
  const value = Number(figures)
  if (figures.length > 9 || (figures.startsWith('0') && figures.length > 1)) {
    return [...figures].map((figure) => SMALL[Number(figure)] ?? '')
  }
  return cardinal(value)
}

function cardinal(value: number): string[] {
  if (value < 20) return [SMALL[value] ?? '']
  if (value < 100) return [TENS[Math.floor(value / 10)] ?? '', ...rest(value % 10)]
  for (const [size, name] of SIZES) {
    if (value >= size) return [...cardinal(Math.floor(value / size)), name, ...rest(value % size)]
  }
  return []
}

const rest = (value: number) => (value === 0 ? [] : cardinal(value))

const SIZES: readonly (readonly [number, string])[] = [
  [1_000_000, 'million'],
  [1000, 'thousand'],
  [100, 'hundred'],
]
