/** Nothing that is written has longer words; what is longer is data. */
const LONGEST_WORD = 64

/** Nobody writes so much without a space or a mark; the segmenter takes more than twice as long for twice as much. */
const PIECE = /.{1,256}/gsu

/** Words with their apostrophes. */
const WORD = /[\p{L}\p{N}\p{M}]+(?:'[\p{L}\p{M}]+)*/gu
const ASCII_WORD = /[a-z0-9]+(?:'[a-z]+)*/g

/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

const IS_ASCII = /^[\0-\x7f]*$/

/** Splits text into lower-case words: whole ones, also where they are written without spaces. */
export function createWordSplitter(): (text: string) => string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })
  const separate = (run: string): string[] =>
    [...segmenter.segment(run)].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []))

  return (text) => {
    if (IS_ASCII.test(text)) return (text.toLowerCase().match(ASCII_WORD) ?? []).map(bounded)
    // Compatibility forms first: full-width letters, ligatures and half-width kana are the same words.
    const runs = text.normalize('NFKC').replaceAll('’', "'").toLowerCase().match(WORD) ?? []
    return runs
      .flatMap((run) => (UNSPACED.test(run) ? (run.match(PIECE) ?? []).flatMap(separate) : [run]))
      .map(bounded)
  }
}

const bounded = (word: string): string => (word.length > LONGEST_WORD ? word.slice(0, LONGEST_WORD) : word)

/** The scripts in which marks are accents or vowels that may be left out; in others they are letters. */
const MARKS_ARE_OPTIONAL = /[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}]/u

/** Takes accents off: `café` and `cafe` are one. */
export function fold(word: string): string {
  if (IS_ASCII.test(word) || !MARKS_ARE_OPTIONAL.test(word)) return word
  return word.normalize('NFKD').replace(/\p{M}/gu, '')
}
