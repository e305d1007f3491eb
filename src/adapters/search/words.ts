/** Nothing that is written has longer words; what is longer is data. */
const LONGEST_WORD = 64

/** Nobody writes so much without a space or a mark; the segmenter takes more than twice as long for twice as much. */
const PIECE = /.{1,256}/gsu

/** Numbers with what stands between their digits, such as `3:30` and `2,500`, and words with their apostrophes. */
const WORD = /\d+(?:[.,:]\d+)+|[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu
const ASCII_WORD = /\d+(?:[.,:]\d+)+|[a-z0-9]+(?:'[a-z]+)*/g

/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

const IS_ASCII = /^[\0-\x7f]*$/

/** Splits text into lower-case words: whole ones, also where they are written without spaces. */
export function createWordSplitter(): (text: string) => string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  const separate = (run: string): string[] =>
    [...segmenter.segment(run)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))

  return (text) => {
    if (IS_ASCII.test(text)) return readAll(text.toLowerCase().match(ASCII_WORD) ?? [])
    // Compatibility forms first: full-width letters, ligatures and half-width kana are the same words.
    const runs = text.normalize('NFKC').replaceAll('’', "'").toLowerCase().match(WORD) ?? []
    return readAll(
      runs.flatMap((run) => (UNSPACED.test(run) ? (run.match(PIECE) ?? []).flatMap(separate) : [run])),
    )
  }
}

/** A loop, as every text that is indexed or searched for goes through it, and hardly a word is a number. */
function readAll(words: readonly string[]): string[] {
  const read: string[] = []
  for (const word of words) {
    const first = word[0] ?? ''
    if (first < '0' || first > '9') read.push(bounded(word))
    else for (const one of readNumber(word)) read.push(bounded(one))
  }
  return read
}

const THOUSANDS = /^\d{1,3}(?:,\d{3})+$/
const WITH_ENDING = /^(\d{1,4})(?:st|nd|rd|th|am|pm|h)$/

/** One way to write a number: `2,500` is `2500`, `21st` is `21`, `10am` is `10`; a time is found by its hour, too. */
function readNumber(word: string): string[] {
  if (THOUSANDS.test(word)) return [word.replaceAll(',', '')]
  if (word.includes(':')) return [word, ...word.split(':')]
  return [WITH_ENDING.exec(word)?.[1] ?? word]
}

const bounded = (word: string): string => (word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD) : word)

/** The scripts in which marks are accents or vowels that may be left out; in others they are letters. */
const MARKS_ARE_OPTIONAL = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}]/u

/** Takes accents off: `café` and `cafe` are one. */
export function fold(word: string): string {
  if (IS_ASCII.test(word) || !MARKS_ARE_OPTIONAL.test(word)) return word
  return word.normalize('NFKD').replace(/\p{M}/gu, '')
}
