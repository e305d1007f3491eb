import { readCapitals, readLetters } from './letter-words.js'
import { figuresInWords } from './number-words.js'

/** More of an address nobody would read aloud. */
const MAX_WORDS = 40
const SCHEME = /^(?:https?|ftp|wss?|mailto):(?:\/\/)?/i
/** What an address or the name of a file ends with, apart from countries, which have two letters. */
const ENDINGS: ReadonlySet<string> = new Set(
  'com org net edu gov info biz app dev xyz txt md json yaml yml csv pdf png jpg jpeg gif webp js ts py html css zip exe wav mp3 mp4 glb'.split(
    ' ',
  ),
)
const COUNTRIES: ReadonlySet<string> = new Set(
  'uk us eu de fr es it nl be ch at se no dk fi pl pt ie ca au nz jp cn in br ru io ai co me tv gg fm to'.split(
    ' ',
  ),
)
/** Endings of two letters that are said as words. */
const SAID: ReadonlySet<string> = new Set(['co', 'me', 'to', 'in', 'it', 'at', 'be', 'no'])

const MARKS: Readonly<Record<string, string>> = {
  '.': 'dot',
  '/': 'slash',
  '-': 'dash',
  _: 'underscore',
  '@': 'at',
  '+': 'plus',
  ':': 'colon',
}

/** Addresses of the web and of mail, and names of files: `https://www.example.org/map` is example dot org slash map. */
export function readAddress(token: string): string[] | undefined {
  const hasScheme = SCHEME.test(token)
  const [place = ''] = token
    .replace(SCHEME, '')
    .replace(/^www\./i, '')
    .split(/[?#]/, 1)
  const address = place.replace(/\/$/, '')
  if (!hasScheme && !isAddress(address)) return undefined
  const parts = address.match(/[A-Za-z]+|\d{1,40}|[./\-_@+:]/g) ?? []
  return parts.flatMap((part, at) => MARKS[part] ?? readPart(part, parts[at - 1] === '.')).slice(0, MAX_WORDS)
}

function isAddress(address: string): boolean {
  if (!/^[\w.+/:@-]{3,200}$/.test(address)) return false
  const [host = ''] = (address.split('@')[1] ?? address).split(/[/:]/)
  const ending = /\w\.([a-z][a-z0-9]{1,4})$/.exec(host)?.[1] ?? ''
  return ENDINGS.has(ending) || COUNTRIES.has(ending) || (address.includes('@') && ending !== '')
}

function readPart(part: string, isBehindDot: boolean): string[] {
  if (/^\d/.test(part)) return figuresInWords(part)
  const word = part.toLowerCase()
  const isSpelled = !/[aeiouy]/.test(word) || (isBehindDot && COUNTRIES.has(word) && !SAID.has(word))
  return isSpelled ? readLetters(word) : (readCapitals(part) ?? [word])
}
