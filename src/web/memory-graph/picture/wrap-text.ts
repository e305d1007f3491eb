/** Longer texts are cut before they are measured; the list and the details have them whole. */
const LONGEST = 200

type Measure = (text: string) => number

type Room = { readonly width: number; readonly lines: number; readonly measure: Measure }

/** A text in at most `lines` lines of this width, with an ellipsis if more of it is left. */
export function wrapText(text: string, { width, lines, measure }: Room): string[] {
  // No-break spaces stay: what they hold together is not divided.
  const clean = text.replace(/(?:[^\S\u00a0]|\p{Cc})+/gu, ' ').trim()
  const words = [...clean.slice(0, LONGEST).split(' ')]
  const wrapped: string[] = []
  let line = ''
  for (const [index, word] of words.entries()) {
    const longer = line === '' ? word : `${line} ${word}`
    if (measure(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '' && wrapped.length === lines - 1) {
      return [...wrapped, cutTo(`${line} ${words.slice(index).join(' ')}`, width, measure)]
    }
    if (line !== '') wrapped.push(line)
    line = word
    // A word without spaces, or a language without them.
    while (measure(line) > width) {
      if (wrapped.length === lines - 1) return [...wrapped, cutTo(line, width, measure)]
      const head = fitting(line, width, measure)
      wrapped.push(head)
      line = line.slice(head.length)
    }
  }
  const isWhole = clean.length <= LONGEST
  return [...wrapped, isWhole ? line : cutTo(`${line}…`, width, measure)].filter((one) => one !== '')
}

/** The text with as many of its letters as fit before an ellipsis. */
export const cutTo = (text: string, width: number, measure: Measure): string =>
  measure(text) <= width ? text : `${fitting(text, width, (part) => measure(`${part}…`)).trimEnd()}…`

/** The longest beginning that fits, at least one letter. */
function fitting(text: string, width: number, measure: Measure): string {
  const letters = [...text]
  let [fits, tooMany] = [1, letters.length + 1]
  while (tooMany - fits > 1) {
    const middle = (fits + tooMany) >> 1
    if (measure(letters.slice(0, middle).join('')) <= width) fits = middle
    else tooMany = middle
  }
  return letters.slice(0, fits).join('')
}
