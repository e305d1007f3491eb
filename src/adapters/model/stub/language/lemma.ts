import { baseOfVerb } from './verbs.js'

const IRREGULAR_NOUNS = new Map(
  `children child|men man|women woman|people person|feet foot|teeth tooth|mice mouse|geese goose|knives knife|wives wife|
wolves wolf|leaves leaf|lives live|loaves loaf|scarves scarf|oxen ox|mum mother|mummy mother|mom mother|dad father|daddy father|
kid child|kids child|grandkid grandchild|grandkids grandchild|grandchildren grandchild|bike bicycle|bikes bicycle|gran grandmother|grandma
grandmother|granny grandmother|grandpa grandfather|grandad grandfather|phone telephone|phones telephone|tv television|photo photograph|
photos photograph|mam mother|mama mother|papa father|nan grandmother|nana grandmother|favorite favourite|color colour|colors colours|neighbor neighbour|neighbors neighbour|honor honour`
    .split('|')
    .map((row) => row.trim().split(/\s+/) as [string, string]),
)

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'
const NUMBER_WORDS = new Map<string, number>([
  ...UNITS.split(' ').map((word, at) => [word, at] as const),
  ...'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, at) => [word, (at + 2) * 10] as const),
  ['hundred', 100],
  ['thousand', 1000],
  ['million', 1_000_000],
  ['dozen', 12],
])

/** "seven", "twenty-two", "142" or "three-legged". */
export function isNumber(word: string): boolean {
  if (/\d/.test(word)) return true
  return word !== 'one' && word.split('-').some((part) => NUMBER_WORDS.has(part) && part !== 'one')
}

/** What a number word or figure stands for: 22 for "twenty-two", 12000 for "12,000"; undefined for other words. */
export function numberOf(word: string): number | undefined {
  if (/^\d{1,3}(?:,\d{3})*$|^\d{1,9}$/.test(word)) return Number(word.replaceAll(',', ''))
  const parts = word.split('-').map((part) => NUMBER_WORDS.get(part))
  if (parts.length > 2 || parts.some((part) => part === undefined)) return undefined
  return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0)
}

/** A number from 0 to 99 in words, larger ones in figures. */
export function numberInWords(value: number): string {
  const words = [...NUMBER_WORDS].find(([, each]) => each === value && value < 100 && value !== 12)?.[0]
  if (value === 12) return 'twelve'
  if (words !== undefined) return words
  if (!Number.isInteger(value) || value < 0 || value > 99) return String(value)
  return `${numberInWords(value - (value % 10))}-${numberInWords(value % 10)}`
}

/** What all forms of a word have in common: "taught" and "teaching", "children" and "kid", "hives" and "hive". */
export function lemmaOf(word: string): string {
  const bare = word.replace(/'(?:s|re|ve|ll|d|m)?$/, '')
  // Nobody is born where they bore a burden.
  if (bare === 'born') return bare
  if (bare === 'ma' || bare === 'pa') return bare === 'ma' ? 'mother' : 'father'
  if (bare.length < 3 || bare.length > LONGEST || /\d/.test(bare)) return bare
  return baseOfVerb(bare) ?? stem(IRREGULAR_NOUNS.get(bare) ?? bare)
}

/** No word of a language is longer; what is, is left as it is. */
const LONGEST = 30

/** Takes the endings of inflection away; words that are only related keep theirs. */
function stem(word: string): string {
  const singular = singularOf(word)
  const known = baseOfVerb(singular)
  if (known !== undefined) return known
  if (singular.length > 5 && singular.endsWith('ing')) return withVowel(singular.slice(0, -3))
  if (singular.length > 4 && singular.endsWith('ied')) return `${singular.slice(0, -3)}y`
  if (singular.length > 4 && singular.endsWith('ed')) return withVowel(singular.slice(0, -2))
  if (singular.length > 5 && singular.endsWith('ly')) return singular.slice(0, -2)
  if (singular.endsWith('ie')) return `${singular.slice(0, -2)}y`
  return singular.length > 4 && singular.endsWith('e') ? singular.slice(0, -1) : singular
}

/** "coped" is of "cope", whose e stays because it is short. */
const withVowel = (ending: string): string => {
  const bare = undouble(ending)
  return bare.length === 3 && bare === ending ? `${bare}e` : bare
}

function singularOf(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.length > 4 && /(?:ss|x|z|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return word.length > 3 && /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

const undouble = (word: string): string => word.replace(/([^aeiouls])\1$/, '$1').replace(/(.)e$/, '$1')
