import type { SeededChoice } from '../../../domain/seeded-choice.js'
import { type Colour, darker, fromHex, wearable } from '../texture/colour.js'
import type { Mentions } from './mentions.js'
import { LEGWEAR, readPattern, readTopPattern } from './read-patterns.js'
import { isWoman } from './read-proportions.js'
import type { Being, Bottom, Feet, JacketFront, SkirtCut, Top } from './traits.js'
import { contrastingColour, type Wardrobe } from './wardrobe.js'

type Kind = Top['kind']

const RAINCOATS = ['raincoat', 'oilskin', 'oilskins', 'parka', 'mackintosh', 'cagoule']

/** Words for tops, the outermost first: a coat over a dress hides the dress. */
const TOPS: readonly (readonly [Kind, readonly string[]])[] = [
  ['spacesuit', ['spacesuit', 'astronaut', 'cosmonaut', 'spaceman', 'spacewoman']],
  [
    'armour',
    [
      'armour',
      'armor',
      'armoured',
      'armored',
      'plate',
      'breastplate',
      'chainmail',
      'mail',
      'knight',
      'cuirass',
    ],
  ],
  [
    'robe',
    [
      'robe',
      'robed',
      'kimono',
      'toga',
      'cassock',
      'habit',
      'vestment',
      'monk',
      'wizard',
      'kaftan',
      'sorcerer',
    ],
  ],
  ['coat', ['coat', 'overcoat', 'trenchcoat', 'greatcoat', 'frock', ...RAINCOATS]],
  ['jacket', ['jacket', 'blazer', 'bomber', 'hoodie', 'cardigan', 'uniform', 'anorak', 'windbreaker']],
  ['suit', ['suit', 'tuxedo', 'tailcoat']],
  ['dress', ['dress', 'gown', 'sundress', 'ballgown', 'princess', 'pinafore', 'queen', 'tutu']],
  ['waistcoat', ['waistcoat', 'vest', 'gilet', 'jerkin']],
  ['overalls', ['overalls', 'dungarees', 'boilersuit', 'coveralls', 'overall']],
  ['jumper', ['jumper', 'sweater', 'pullover', 'sweatshirt', 'knit', 'jersey', 'turtleneck']],
  ['tunic', ['tunic', 'doublet', 'surcoat', 'tabard', 'jerkin', 'poncho']],
  ['shirt', ['shirt', 'blouse', 'tee', 'top', 'polo', 'tank', 'singlet']],
]
const UNDER = ['shirt', 'blouse', 'vest', 'waistcoat', 'tunic', 'jumper', 'sweater']
const TRIMS = [
  'cuff',
  'cuffs',
  'buttons',
  'seam',
  'braid',
  'ribbon',
  'piping',
  'trim',
  'embroidery',
  'lining',
  'collar',
  'sash',
  'stripes',
  'ruffle',
  'lapel',
]
const DRESSED = ['dressed', 'clothes', 'clothing', 'outfit', 'wearing', 'clad', 'wears', 'garb', 'attire']

export function readTop(text: Mentions, draw: SeededChoice, { wardrobe, being, skin }: Given): Top {
  const isTopHat = text.isDescribedAs(['top'], ['hat'])
  const named = isSpaceSuit(text)
    ? TOPS[0]
    : TOPS.find(([, words]) => text.has(...words.filter((word) => word !== 'top' || !isTopHat)))
  const kind = named?.[0] ?? anyTop(text, draw, being)
  const [said, second] = text.colours(
    ...(kind === 'spacesuit' ? ['suit', 'spacesuit', 'astronaut'] : (named?.[1] ?? DRESSED)),
  )
  const main =
    said ??
    text.colours(...DRESSED)[0] ??
    usual(kind, { wardrobe, skin, panels: text.colours('panels', 'panel', 'body')[0] })
  if (kind === 'bare') return { ...BARE, colour: skin, trim: skin, under: skin }
  const trim = text.colours(...TRIMS)[0] ?? second
  const front = frontOf(text, kind)
  const [stripe] = text.colours('stripes', 'stripe')
  return {
    kind,
    colour: wearable(main),
    trim: wearable(
      kind === 'plating'
        ? darker(main, 0.3)
        : (trim ?? usualTrim({ front, main, isSaid: said !== undefined, wardrobe })),
    ),
    under: wearable(
      (kind === 'plating' ? chestPanelOf(text) : undefined) ??
        text.colours(...UNDER.filter((word) => !(named?.[1] ?? []).includes(word)))[0] ??
        fromHex('#efe9dc'),
    ),
    sleeves: sleevesOf(text, draw, kind),
    skirt: skirtOf(text, kind),
    isOpen: kind === 'coat' && front !== 'rainproof',
    pattern:
      kind === 'spacesuit' || kind === 'plating'
        ? 'plain'
        : readTopPattern(
            text,
            TOPS.flatMap(([, words]) => words),
          ),
    ...(stripe !== undefined && { stripe: wearable(stripe) }),
    front,
  }
}

type Trimmed = {
  readonly front: JacketFront
  readonly main: Colour
  readonly isSaid: boolean
  readonly wardrobe: Wardrobe
}

/** Raincoats are of one colour. */
function usualTrim({ front, main, isSaid, wardrobe }: Trimmed): Colour {
  if (front === 'rainproof') return darker(main, 0.2)
  return isSaid ? contrastingColour(main) : wardrobe.accent
}

function frontOf(text: Mentions, kind: Kind): JacketFront {
  const isRainproof =
    text.has(...RAINCOATS) || text.isDescribedAs(['rain', 'waterproof', 'duffel'], ['coat', 'jacket'])
  if (isRainproof && (kind === 'coat' || kind === 'jacket')) return 'rainproof'
  if (text.has('hoodie', 'sweatshirt')) return 'hooded'
  if (text.has('cardigan')) return 'knitted'
  const isZipped =
    text.has('bomber', 'anorak', 'windbreaker') ||
    text.isDescribedAs(['leather', 'biker', 'denim'], ['jacket'])
  return isZipped ? 'zipped' : 'tailored'
}

/** The panel on a robot's chest, where `chest` stands between it and its colour. */
function chestPanelOf(text: Mentions): Colour {
  const isNamed = text.isDescribedAs(['chest'], ['panel'])
  return (isNamed ? text.colours('chest')[0] : undefined) ?? fromHex('#2a303a')
}

type Given = { readonly wardrobe: Wardrobe; readonly being: Being; readonly skin: Colour }

const BARE = {
  front: 'tailored',
  kind: 'bare',
  sleeves: 'none',
  skirt: null,
  isOpen: false,
  pattern: 'plain',
} as const

const isSpaceSuit = (text: Mentions): boolean =>
  text.has('spacesuit', 'astronaut', 'cosmonaut', 'spaceman', 'spacewoman') ||
  text.isDescribedAs(['space'], ['suit'])

type Usual = { readonly wardrobe: Wardrobe; readonly skin: Colour; readonly panels: Colour | undefined }

function usual(kind: Kind, { wardrobe, skin, panels }: Usual): Colour {
  if (kind === 'armour') return fromHex('#aab4c0')
  if (kind === 'spacesuit') return fromHex('#eceef0')
  return kind === 'plating' ? (panels ?? skin) : wardrobe.main
}

function anyTop(text: Mentions, draw: SeededChoice, being: Being): Kind {
  if (being === 'robot') return 'plating'
  if (being !== 'human' && being !== 'elf' && being !== 'orc') return 'bare'
  if (text.has('skirt')) return draw('top with a skirt', ['shirt', 'jumper'])
  if (isWoman(text, draw)) return draw('top', ['dress', 'tunic', 'shirt', 'jumper', 'jacket'])
  return draw('top', ['shirt', 'jumper', 'jacket', 'waistcoat', 'tunic'])
}

function sleevesOf(text: Mentions, draw: SeededChoice, kind: Kind): Top['sleeves'] {
  if (text.has('sleeveless') || text.isDescribedAs(['tank'], ['top'])) return 'none'
  if (text.isDescribedAs(['short', 'rolled'], ['sleeves', 'sleeve', 'sleeved'])) return 'short'
  if (kind === 'robe') return 'wide'
  if (kind === 'dress') return draw('sleeves', ['short', 'long', 'none'])
  return kind === 'shirt' ? draw('sleeves', ['short', 'long']) : 'long'
}

const LENGTHS: readonly (readonly [SkirtCut, readonly string[]])[] = [
  ['floor', ['ballgown', 'floor', 'flowing', 'trailing', 'ankle']],
  ['mini', ['short', 'mini']],
]

function skirtOf(text: Mentions, kind: Kind): SkirtCut | null {
  const said = lengthOf(text, ['dress', 'gown', 'robe', 'coat', 'tunic', 'frock'])
  switch (kind) {
    case 'robe':
      return 'floor'
    case 'dress':
      if (text.has('tutu')) return 'tutu'
      return said ?? (text.has('gown', 'ballgown', 'queen', 'princess') ? 'floor' : 'calf')
    case 'coat':
      return said ?? 'knee'
    case 'tunic':
    case 'armour':
      return 'mini'
    case 'jacket':
    case 'suit':
    case 'jumper':
      return 'hip'
    case 'bare':
    case 'plating':
    case 'spacesuit':
    case 'shirt':
    case 'waistcoat':
    case 'overalls':
      return null
  }
}

const lengthOf = (text: Mentions, pieces: readonly string[]): SkirtCut | null =>
  LENGTHS.find(([, words]) => text.isDescribedAs(words, pieces))?.[0] ?? null

export function readBottom(text: Mentions, draw: SeededChoice, { top, wardrobe, being }: Below): Bottom {
  if (
    wearsOnlyWhatIsSaid(being) &&
    !text.has(...LEGWEAR, 'overalls', 'kilt', 'suit') &&
    top.kind !== 'spacesuit'
  )
    return { kind: top.kind === 'plating' ? 'trousers' : 'bare', colour: top.colour, cut: 'knee' }
  const [said] = text.colours(...LEGWEAR)
  const denim = text.has('jeans', 'denim') ? fromHex('#3f5a80') : null
  const colour = wearable(said ?? denim ?? usualBottom(top, wardrobe))
  const cut =
    lengthOf(text, ['skirt', 'kilt']) ?? (text.isDescribedAs(['long'], ['skirt']) ? 'floor' : 'knee')
  const pattern = readPattern(text, LEGWEAR)
  return { kind: text.has('shorts') ? 'shorts' : legwear(text, draw, top), colour, cut, pattern }
}

function legwear(text: Mentions, draw: SeededChoice, { kind }: Top): 'trousers' | 'skirt' | 'tights' {
  if (kind === 'dress' && text.has('tights', 'stockings', 'leggings')) return 'tights'
  if (text.has('skirt', 'kilt')) return 'skirt'
  const takesSkirt = ['shirt', 'jumper', 'jacket', 'waistcoat'].includes(kind) && !text.has(...LEGWEAR)
  return takesSkirt && isWoman(text, draw) && draw('skirt', [true, false, false]) ? 'skirt' : 'trousers'
}

type Below = { readonly top: Top; readonly wardrobe: Wardrobe; readonly being: Being }

const wearsOnlyWhatIsSaid = (being: Being): boolean => being !== 'human' && being !== 'elf' && being !== 'orc'

const usualBottom = ({ kind, colour }: Top, { second }: Wardrobe): Colour =>
  kind === 'suit' || kind === 'overalls' || kind === 'spacesuit' || kind === 'plating' || kind === 'armour'
    ? colour
    : darker(second, 0.12)

const BOOTS = ['boot', 'boots', 'wellingtons', 'wellies', 'galoshes']
const SHOES = ['shoe', 'shoes', 'slippers', 'sneakers', 'trainers', 'pumps', 'heels', 'clogs', 'loafers']
const LEATHERS = ['#5a3a26', '#3a2a24', '#6c4a30', '#2a2830'] as const

export function readFeet(text: Mentions, draw: SeededChoice, { being, top }: Shod): Feet {
  const [said] = text.colours(...BOOTS, ...SHOES, 'sandals')
  const colour = wearable(said ?? fromHex(draw('leather', LEATHERS)))
  if (text.has('barefoot', 'barefooted') || text.isDescribedAs(['bare'], ['feet']))
    return { kind: 'bare', colour }
  if (text.has(...BOOTS, 'knight', 'pirate', 'armour', 'armor'))
    return { kind: 'boots', colour: said === undefined && top.kind === 'armour' ? top.colour : colour }
  if (being === 'robot' && said === undefined && !text.has(...BOOTS))
    return { kind: 'shoes', colour: darker(top.colour, 0.35) }
  if (text.has('sandals', 'sandal')) return { kind: 'sandals', colour }
  if (top.kind === 'spacesuit') return { kind: 'boots', colour: said ?? top.colour }
  if (wearsOnlyWhatIsSaid(being) && being !== 'robot' && said === undefined && !text.has(...SHOES))
    return { kind: 'bare', colour }
  return { kind: text.has(...SHOES) ? 'shoes' : draw('feet', ['shoes', 'boots', 'shoes']), colour }
}

type Shod = { readonly being: Being; readonly top: Top }
