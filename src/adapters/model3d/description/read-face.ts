import type { SeededChoice } from '../../../domain/seeded-choice.js'
import { type Colour, darker, fromHex, lighter, lightness } from '../texture/colour.js'
import { colourBetweenCommas } from './colour-words.js'
import type { Mentions } from './mentions.js'
import { isChild, isOld, isWoman } from './read-proportions.js'
import type { Being, FaceTraits } from './traits.js'

const TONES = ['#f8dcc6', '#f2c9a8', '#e6b48e', '#d29a70', '#b0784e', '#8a5a3a', '#654028'] as const
/** On darker skin freckles would not be seen. */
const FAIR_TONES = [TONES[0], TONES[1], TONES[2]] as const
const SAID: readonly (readonly [about: readonly string[], tone: string])[] = [
  [['pale', 'fair', 'porcelain', 'white', 'ivory', 'milky', 'light'], '#f9e2d2'],
  [['olive', 'tan', 'tanned', 'sunburnt', 'bronze', 'golden', 'weathered'], '#d4a076'],
  [['brown', 'warm', 'copper'], '#9c6a44'],
  [['dark', 'black', 'ebony', 'deep'], '#6c452e'],
]
const COMPLEXION = ['skin', 'complexion', 'skinned', 'face']
const OTHERS = {
  robot: ['#b8c2cc', '#c8b88c', '#8fa4b4', '#d8d8d4'],
  ghost: ['#eef2f8', '#e4eef6'],
  orc: ['#7da05c', '#8aa67a', '#6c8c6c'],
} as const
const METALS: Readonly<Record<string, string>> = { copper: '#c07a48', brass: '#c8a04c', rusty: '#a0603c' }

export function readSkin(text: Mentions, draw: SeededChoice, being: Being): Colour {
  const tone = SAID.find(([about]) => text.isDescribedAs(about, COMPLEXION))
  if (tone !== undefined) return fromHex(tone[1])
  const [own] = text.colours('skin', 'complexion', 'skinned', 'fur', 'scales', 'furred')
  if (own !== undefined) return own
  if (being !== 'robot' && being !== 'ghost' && being !== 'orc')
    return fromHex(draw('skin', text.has('freckle', 'freckled', 'ginger', 'redhead') ? FAIR_TONES : TONES))
  const [body] = text.colours(
    'robot',
    'android',
    'goblin',
    'orc',
    'troll',
    'alien',
    'ghost',
    'spectre',
    'phantom',
    'body',
  )
  const metal = Object.keys(METALS).find((word) => being === 'robot' && text.has(word))
  const said = body ?? colourBetweenCommas(text.words)
  if (said !== null) return being === 'ghost' ? lighter(said, 0.3) : said
  return fromHex(metal === undefined ? draw('skin', OTHERS[being]) : (METALS[metal] ?? '#c07a48'))
}

const EYES = ['#5a3a22', '#3a2a20', '#4a7a4a', '#3f78a8', '#6a7f90', '#7a5c2c'] as const

export function readFace(
  text: Mentions,
  draw: SeededChoice,
  { hair, skin, being }: { hair: Colour; skin: Colour; being: Being },
): FaceTraits {
  const [eyes] = text.colours('eye', 'eyed', 'eyes')
  const woman = isWoman(text, draw)
  return {
    eyes: eyes ?? fromHex(being === 'ghost' ? '#26242e' : draw('eyes', EYES)),
    brows: lightness(hair) > 0.72 ? darker(hair, 0.28) : darker(hair, 0.2),
    brow: browOf(text),
    mouth: mouthOf(text, draw),
    lips:
      text.has('lipstick') || text.isDescribedAs(['red', 'painted'], ['lips'])
        ? fromHex('#b8324a')
        : lipsOf(woman && (being === 'human' || being === 'elf'), skin),
    lashes: (woman && (being === 'human' || being === 'elf')) || text.has('lashes', 'eyelashes'),
    freckles: text.has('freckle', 'freckled'),
    scar: text.has('scar', 'scarred', 'scars'),
    isOld: isOld(text) || text.has('wrinkle', 'wrinkled') || isGrey(text),
    hasLargeEyes: isChild(text) || text.isDescribedAs(['large', 'big', 'huge', 'wide'], ['eyes', 'eyed']),
    glow: being === 'robot' ? (eyes ?? text.colours('lights', 'lamps')[0] ?? null) : null,
  }
}

/** Grey hair is that of someone who has lived a while, unless the text says otherwise. */
const isGrey = (text: Mentions): boolean =>
  !isChild(text) &&
  !text.has('young', 'teenage', 'teenager') &&
  text.isDescribedAs(['grey', 'gray', 'greying', 'graying'], ['hair', 'haired', 'beard', 'bearded', 'bun'])

const lipsOf = (woman: boolean, skin: Colour): Colour | null =>
  woman ? ([skin[0] * 0.84, skin[1] * 0.56, skin[2] * 0.58] as const) : null

function browOf(text: Mentions): FaceTraits['brow'] {
  if (text.isDescribedAs(['heavy', 'bushy', 'thick'], ['eyebrows', 'brows', 'brow', 'eyebrow']))
    return 'heavy'
  return text.has('stern', 'grim', 'angry', 'fierce', 'scowl', 'scowling', 'strict') ? 'stern' : 'plain'
}

function mouthOf(text: Mentions, draw: SeededChoice): FaceTraits['mouth'] {
  if (text.has('grin', 'grinning', 'laughing', 'cheerful', 'jolly', 'merry', 'laugh')) return 'grin'
  if (text.isDescribedAs(['crooked', 'wry', 'lopsided'], ['smile', 'grin']) || text.has('smirk'))
    return 'crooked'
  if (text.has('frown', 'frowning', 'sad', 'unhappy', 'gloomy', 'grumpy', 'sullen')) return 'frown'
  if (text.has('stern', 'grim', 'serious', 'strict', 'calm', 'fierce')) return 'calm'
  return text.has('smile', 'smiling', 'friendly', 'kind')
    ? 'smile'
    : draw('mouth', ['smile', 'smile', 'grin', 'calm'])
}
