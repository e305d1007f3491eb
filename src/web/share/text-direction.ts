const RIGHT_TO_LEFT = /^[\p{sc=Hebr}\p{sc=Arab}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u
const LETTER = /\p{L}/u
/** Names begin with a letter sooner. */
const LOOKED_AT = 200

/** The direction in which a text is written, by its first letter, as `dir="auto"` decides it. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const beginning = text.slice(0, LOOKED_AT)
  return RIGHT_TO_LEFT.test(beginning.slice(beginning.search(LETTER))) ? 'rtl' : 'ltr'
}

/** The beginning of a text that is longer than `most`, up to a space where there is one near; with an ellipsis. */
export function shortened(text: string, most: number): string {
  const signs = [...text.slice(0, 2 * most + 1)]
  if (signs.length <= most) return text
  const beginning = signs.slice(0, most).join('')
  const space = beginning.lastIndexOf(' ')
  return `${beginning.slice(0, space > most / 2 ? space : undefined).replace(/[\s,.;:]$/, '')}…`
}
