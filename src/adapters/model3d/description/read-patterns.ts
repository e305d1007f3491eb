import type { Mentions } from './mentions.js'
import type { Pattern } from './traits.js'

const WORDS: readonly (readonly [Pattern, readonly string[]])[] = [
  ['stripes', ['striped', 'stripe', 'stripes']],
  ['dots', ['dotted', 'polka', 'dots', 'spotted', 'starry', 'stars']],
  ['checks', ['checked', 'plaid', 'tartan', 'chequered', 'checkered', 'flannel']],
]
export const LEGWEAR = [
  ...['trouser', 'trousers', 'pants', 'jeans', 'shorts', 'skirt', 'leggings', 'breeches', 'slacks'],
  ...['stockings', 'tights'],
]
export const SCARVES = ['scarf', 'shawl', 'scarves', 'muffler', 'neckerchief']

/** The pattern of these things, where the text says it of them. */
export const readPattern = (text: Mentions, things: readonly string[]): Pattern =>
  WORDS.find(([, words]) => text.isOwn(words, things))?.[0] ?? 'plain'

/** Any that the text names, unless it is that of trousers or a scarf and not of one of these tops. */
export function readTopPattern(text: Mentions, tops: readonly string[]): Pattern {
  const found = WORDS.find(([, words]) => text.has(...words))
  if (found === undefined) return 'plain'
  const [pattern, words] = found
  return text.isOwn(words, [...LEGWEAR, ...SCARVES]) && !text.isOwn(words, tops) ? 'plain' : pattern
}
