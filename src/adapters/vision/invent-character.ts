import { createSeededChoice, type SeededChoice } from '../../domain/seeded-choice.js'
import type { CharacterInstructions, SuggestedCharacter } from '../../domain/vision/ports.js'
import { brightnessWord, joinWithAnd, warmthWord } from './describe-features.js'
import type { ImageFeatures } from './image-features.js'

const BEGINNINGS = [
  ...(['Al', 'Be', 'Ca', 'Da', 'El', 'Fa', 'Ga', 'Ha', 'Is', 'Jo', 'Ka', 'Li'] as const),
  ...(['Ma', 'Ni', 'Or', 'Pe', 'Ro', 'Sa', 'Te', 'Ul', 'Ve', 'Wi', 'Ya', 'Zo'] as const),
] as const
const MIDDLES = ['ri', 'la', 'no', 've', 'mi', 'do', 'sa', 'te', 'lu', 'ra', 'shi', 'ne'] as const
const ENDS = ['n', 'a', 's', 'l', 'th', 'o', 'k', 'ra', 'x', 'na', 'e', 'm'] as const

const FIELDS = ['brook', 'field', 'stone', 'wood', 'lake', 'hill', 'gate', 'moor', 'croft', 'dale'] as const

type Invention = { readonly look: ImageFeatures; readonly draw: SeededChoice }

/** A character that shows what the picture shows: drawn from its colours, its light and its pixels alone. */
export function inventCharacter(
  look: ImageFeatures,
  { appearance, voice, persona }: CharacterInstructions,
): SuggestedCharacter {
  const invention = { look, draw: createSeededChoice(look.seed) }
  return {
    name: nameOf(invention),
    tagline: taglineOf(invention),
    appearance: withWish(appearanceOf(invention), appearance),
    voice: withWish(voiceOf(invention), voice),
    persona: withWish(personaOf(invention), persona),
  }
}

/** A stand-in understands no wishes; it hands them on, so that who reads the text knows them. */
const withWish = (text: string, wish: string | null): string =>
  wish === null ? text : `${text} As asked for: ${wish}`

const mainColour = ({ palette }: ImageFeatures): string => palette[0]?.name ?? 'grey'

/** The family name tells the colour that there is most of: `Skyblue` is no name, but `Skybrook` is. */
function nameOf({ look, draw }: Invention): string {
  const given = `${draw('beginning', BEGINNINGS)}${draw('middle', MIDDLES)}${draw('end', ENDS)}`
  const colour = mainColour(look).split(' ').at(-1) ?? 'grey'
  const family = `${colour}${draw('family', FIELDS)}`
  return `${given} ${family.charAt(0).toUpperCase()}${family.slice(1)}`
}

const taglineOf = ({ look, draw }: Invention): string =>
  `${draw('calling', CALLINGS)}, in ${joinWithAnd(look.palette.slice(0, 2).map(({ name }) => name))}`

const CALLINGS = [
  ...(['Keeper of maps', 'Night gardener', 'Maker of clocks', 'Teller of tides'] as const),
  ...(['Collector of echoes', 'Mender of kites', 'Ferry pilot', 'Reader of clouds'] as const),
  ...(['Tuner of bells', 'Hunter of rare words', 'Baker of long nights', 'Walker of borders'] as const),
] as const

function appearanceOf({ look, draw }: Invention): string {
  const [coat = 'grey', trim = coat, eyes = trim] = look.palette.map(({ name }) => name)
  const height = { tall: 'Tall and narrow', wide: 'Broad-shouldered', square: 'Of middle height' }[look.shape]
  const build = look.detail > 0.08 ? 'with many small things in the pockets' : 'plainly dressed'
  return [
    `${height}, ${build}: a ${coat} ${draw('coat', COATS)} and ${trim} ${draw('trim', TRIMS)}.`,
    `${draw('hair', HAIR)} hair, ${eyes} eyes, ${draw('mark', MARKS)}.`,
    `Stands in ${brightnessWord(look)}, ${warmthWord(look)} light; ${look.places.top} above and ${look.places.bottom} below.`,
  ].join(' ')
}

const COATS = ['coat', 'cloak', 'jacket', 'dress', 'tunic', 'robe', 'waistcoat', 'jumper'] as const
const TRIMS = ['cuffs', 'buttons', 'seams', 'braid', 'ribbons', 'piping', 'gloves', 'boots'] as const
const HAIR = ['Short', 'Long', 'Curly', 'Braided', 'Tied-up', 'Wild', 'Cropped', 'Wavy'] as const
const MARKS = [
  ...(['round glasses', 'a crooked smile', 'freckles', 'a small scar on the chin'] as const),
  ...(['a silver earring', 'ink on the fingers', 'heavy eyebrows', 'a hat a size too large'] as const),
] as const

/** Dark pictures speak low, busy ones fast, warm ones softly. */
function voiceOf({ look, draw }: Invention): string {
  const pitch = step(look.brightness, ['A very deep', 'A low', 'A middle', 'A clear', 'A high, bright'])
  const pace = step(look.detail * 5, ['very slow', 'unhurried', 'steady', 'quick', 'restless'])
  const tone = step((look.warmth + 0.5) * 0.99, ['icy', 'cool', 'even', 'warm', 'glowing'])
  const force = look.contrast > 0.5 ? 'with strong stresses' : 'with gentle stresses'
  return `${pitch} voice, ${pace}, ${tone}, ${force}, ${draw('grain', GRAINS)}, ${draw('habit', HABITS)}.`
}

const step = (value: number, words: readonly [string, ...string[]]): string =>
  words[Math.max(0, Math.min(words.length - 1, Math.floor(value * words.length)))] ?? words[0]

const GRAINS = [
  ...(['a little hoarse', 'smooth as glass', 'slightly nasal', 'breathy', 'with a rolling r'] as const),
  ...(['crisp', 'velvety', 'with a faint lisp', 'singing at the ends', 'dry'] as const),
] as const
const HABITS = [
  ...(['pausing before names', 'laughing easily', 'trailing off', 'dwelling on vowels'] as const),
  ...([
    'clipping the last word',
    'humming between sentences',
    'never raised',
    'as if reading aloud',
  ] as const),
] as const

function personaOf({ look, draw }: Invention): string {
  const mood = { true: 'calm', false: 'lively' }[String(look.detail < 0.05) as 'true' | 'false']
  const nature = step(look.brightness, ['secretive', 'thoughtful', 'level-headed', 'open', 'radiant'])
  const manner = warmthWord(look) === 'warm' ? 'kind to strangers' : 'polite, and slow to trust'
  return [
    `${draw('virtue', VIRTUES)}, ${nature} and ${mood}; ${manner}.`,
    `Loves all that is ${joinWithAnd(look.palette.slice(0, 3).map(({ name }) => name))}, and ${draw('love', LOVES)}.`,
    `${draw('flaw', FLAWS)}.`,
  ].join(' ')
}

const VIRTUES = ['Patient', 'Brave', 'Witty', 'Loyal', 'Curious', 'Stubborn', 'Frank', 'Dreamy'] as const
const LOVES = [
  ...(['long walks', 'old songs', 'riddles', 'the smell of rain', 'good tools', 'gossip'] as const),
  ...(['secret doors', 'strong tea'] as const),
] as const
const FLAWS = [
  ...(['Forgets appointments', 'Cannot keep a straight face', 'Answers questions with questions'] as const),
  ...(['Never admits to being lost', 'Collects more than any house holds', 'Is afraid of geese'] as const),
  ...(['Believes every weather report', 'Hates to be hurried'] as const),
] as const
