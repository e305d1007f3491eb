import { blend, type Colour, darker, fromHex, lighter } from '../texture/colour.js'

const NAMED: Readonly<Record<string, string>> = {
  red: '#c8313a',
  crimson: '#a8182f',
  scarlet: '#d8302a',
  ruby: '#a51c3c',
  maroon: '#702030',
  burgundy: '#701d35',
  orange: '#e8802c',
  amber: '#e8a02c',
  copper: '#b4693c',
  bronze: '#a5763c',
  rust: '#a8502c',
  coral: '#f0806c',
  yellow: '#f0c93c',
  gold: '#dcae40',
  golden: '#dcae40',
  mustard: '#c99a2e',
  lemon: '#f0df60',
  sand: '#d9c296',
  straw: '#dcb866',
  lime: '#a4cc40',
  green: '#3f9150',
  emerald: '#208a5c',
  olive: '#7c7c3a',
  moss: '#66783c',
  jade: '#3fa57c',
  mint: '#a4dcc0',
  forest: '#2c5c3c',
  teal: '#24868c',
  turquoise: '#3fb8b4',
  cyan: '#48bcd0',
  aqua: '#6cc8cc',
  blue: '#3668b8',
  azure: '#4c94dc',
  navy: '#263558',
  indigo: '#3c3a80',
  cobalt: '#2a50b0',
  sapphire: '#2350a0',
  violet: '#7a50b0',
  purple: '#71439c',
  lavender: '#b4a0d8',
  lilac: '#c0a4d4',
  plum: '#6c3560',
  mauve: '#a8809c',
  magenta: '#c43f8c',
  pink: '#ec94b4',
  rose: '#d8607c',
  peach: '#f4b890',
  salmon: '#f09080',
  brown: '#7a5236',
  chestnut: '#70402a',
  tan: '#c49a6c',
  beige: '#dac9a8',
  khaki: '#a89c6c',
  leather: '#80563a',
  black: '#26262c',
  ebony: '#241f22',
  charcoal: '#3c3e44',
  onyx: '#222228',
  ink: '#24283c',
  grey: '#86888e',
  gray: '#86888e',
  silver: '#aeb5bf',
  steel: '#8c98a6',
  slate: '#5c6878',
  ash: '#a4a09a',
  stone: '#9a948c',
  white: '#f0eee8',
  ivory: '#f0e8d4',
  cream: '#f2e6c8',
  snow: '#f4f5f7',
  pearl: '#eae4dc',
}

const PAIRS: Readonly<Record<string, string>> = {
  'sky blue': '#84b8e8',
  'sea green': '#3c9a80',
  'olive green': '#6c7838',
  'forest green': '#2c5c3c',
}

const STRONGER: Readonly<Record<string, (colour: Colour) => Colour>> = {
  dark: (colour) => darker(colour, 0.4),
  deep: (colour) => darker(colour, 0.28),
  midnight: (colour) => darker(colour, 0.55),
  pale: (colour) => lighter(colour, 0.5),
  light: (colour) => lighter(colour, 0.36),
  faded: (colour) => blend(lighter(colour, 0.2), [0.6, 0.58, 0.55], 0.35),
  dusty: (colour) => blend(colour, [0.62, 0.58, 0.55], 0.35),
  bright: (colour) => lighter(colour, 0.08),
}

export type ColourPhrase = { readonly colour: Colour; readonly words: number }

/** The colour phrase that starts at a word, including modifiers: `pale sky blue` is one colour of three words. */
export function colourAt(words: readonly string[], at: number): ColourPhrase | null {
  const stronger = STRONGER[words[at] ?? '']
  if (stronger !== undefined) {
    const next = colourAt(words, at + 1)
    return next && { colour: stronger(next.colour), words: next.words + 1 }
  }
  const pair = PAIRS[`${words[at]} ${words[at + 1]}`]
  if (pair !== undefined) return { colour: fromHex(pair), words: 2 }
  const hex = NAMED[(words[at] ?? '').replace(/(ish|en)$/, '')] ?? NAMED[words[at] ?? '']
  return hex === undefined ? null : { colour: fromHex(hex), words: 1 }
}

/** A colour that stands by itself between commas: `a ghost, pale green, with a hat`. */
export function colourBetweenCommas(words: readonly string[]): Colour | null {
  for (const [at, word] of words.entries()) {
    const seen = word === ',' ? colourAt(words, at + 1) : null
    if (seen !== null && words[at + 1 + seen.words] === ',') return seen.colour
  }
  return null
}
