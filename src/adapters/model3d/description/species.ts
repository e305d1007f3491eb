import { type Colour, darker, fromHex, lighter, lightness } from '../texture/colour.js'
import { colourBetweenCommas } from './colour-words.js'
import type { Mentions } from './mentions.js'
import type { Creature } from './traits.js'

/** The look of a kind of creature, before the text changes its colours. */
export type Species = Omit<Creature, 'pale' | 'dark' | 'beak' | 'horn' | 'mane' | 'wing'> & {
  readonly being: 'beast' | 'bird' | 'dragon'
  readonly words: readonly string[]
  readonly colour: string
  /** Belly and muzzle; without one a lighter tone of the colour. */
  readonly pale?: string
  readonly dark?: string
  readonly beak?: string
}

const BEAST = { being: 'beast', snout: 'short', marking: 'plain', wings: false, horns: false } as const
const BIRD = {
  being: 'bird',
  ears: 'none',
  tail: 'fan',
  marking: 'plain',
  wings: true,
  horns: false,
} as const
const DRAGON = { being: 'dragon', ears: 'none', snout: 'dragon', tail: 'spiked', marking: 'scales' } as const

const SPECIES: readonly Species[] = [
  {
    ...BEAST,
    words: ['tiger', 'tigress'],
    ears: 'round',
    tail: 'thin',
    marking: 'stripes',
    colour: '#e8903c',
    pale: '#f6efe2',
  },
  { ...BEAST, words: ['lion', 'lioness'], ears: 'round', tail: 'tuft', colour: '#d9a55a', pale: '#f2dfba' },
  {
    ...BEAST,
    words: ['cat', 'kitten', 'kitty', 'tomcat', 'feline', 'tabby', 'leopard', 'panther'],
    ears: 'pointed',
    tail: 'thin',
    colour: '#b9b0a6',
  },
  {
    ...BEAST,
    words: ['fox', 'vixen'],
    snout: 'long',
    ears: 'pointed',
    tail: 'bushy',
    colour: '#e0782c',
    pale: '#f8efe2',
    dark: '#3a2a26',
  },
  {
    ...BEAST,
    words: ['wolf', 'werewolf', 'husky'],
    snout: 'long',
    ears: 'pointed',
    tail: 'bushy',
    colour: '#80848c',
  },
  {
    ...BEAST,
    words: [
      'dog',
      'puppy',
      'hound',
      'terrier',
      'spaniel',
      'retriever',
      'labrador',
      'poodle',
      'dachshund',
      'beagle',
      'dalmatian',
      'corgi',
      'bulldog',
      'collie',
    ],
    snout: 'long',
    ears: 'floppy',
    tail: 'short',
    colour: '#b98552',
  },
  { ...BEAST, words: ['rabbit', 'bunny', 'hare'], ears: 'long', tail: 'ball', colour: '#cbbfb2' },
  {
    ...BEAST,
    words: ['panda'],
    ears: 'round',
    tail: 'ball',
    marking: 'mask',
    colour: '#f2f0ea',
    dark: '#2c2a2e',
  },
  {
    ...BEAST,
    words: ['raccoon', 'badger'],
    ears: 'round',
    tail: 'bushy',
    marking: 'mask',
    colour: '#8b8d92',
    dark: '#2e2e34',
  },
  { ...BEAST, words: ['bear', 'teddy'], ears: 'round', tail: 'ball', colour: '#8a5e3c' },
  { ...BEAST, words: ['mouse', 'rat', 'hamster'], ears: 'round', tail: 'thin', colour: '#a8a2a0' },
  { ...BEAST, words: ['pig', 'piglet'], ears: 'pointed', tail: 'short', colour: '#f0b0b4' },
  {
    ...BIRD,
    words: ['owl'],
    ears: 'tufts',
    snout: 'hook',
    tail: 'short',
    marking: 'spots',
    colour: '#8a6444',
  },
  { ...BIRD, words: ['penguin'], snout: 'beak', tail: 'short', colour: '#2c333f', pale: '#f6f4ee' },
  { ...BIRD, words: ['duck', 'duckling', 'goose', 'swan'], snout: 'bill', colour: '#f2d257' },
  {
    ...BIRD,
    words: ['parrot', 'macaw', 'parakeet', 'eagle', 'hawk', 'falcon'],
    snout: 'hook',
    colour: '#3f9a4c',
  },
  {
    ...BIRD,
    words: ['raven', 'crow', 'magpie', 'blackbird'],
    snout: 'beak',
    colour: '#2a2c36',
    beak: '#3c3c44',
  },
  { ...BIRD, words: ['chicken', 'hen', 'rooster', 'cockerel'], snout: 'beak', colour: '#f2ece0' },
  {
    ...BIRD,
    words: [
      'bird',
      'sparrow',
      'robin',
      'canary',
      'songbird',
      'finch',
      'bluebird',
      'seagull',
      'gull',
      'pigeon',
      'dove',
    ],
    snout: 'beak',
    colour: '#4a8fd0',
  },
  { ...DRAGON, words: ['dragon', 'drake', 'wyvern', 'wyrm'], wings: true, horns: true, colour: '#4f9a56' },
  {
    ...DRAGON,
    words: ['lizard', 'dinosaur', 'crocodile', 'alligator', 'gecko', 'reptile', 'kobold'],
    wings: false,
    horns: false,
    colour: '#6fa552',
  },
]

export const speciesIn = (subject: Mentions): Species | null =>
  SPECIES.find(({ words }) => subject.has(...words)) ?? null

const MARKINGS: readonly (readonly [Creature['marking'], readonly string[]])[] = [
  ['stripes', ['tabby', 'striped', 'stripes', 'tiger']],
  ['spots', ['spots', 'spotted', 'dalmatian', 'leopard', 'speckled']],
]

export type ReadCreature = { readonly creature: Creature; readonly skin: Colour }

/** The creature with the colours that the text gives it. */
export function readCreature(text: Mentions, species: Species): ReadCreature {
  const [said, second] = colourOf(text, species)
  const skin = said ?? fromHex(species.colour)
  const pale = text.colours('belly', 'chest', 'tummy')[0] ?? text.colours('muzzle', 'snout')[0]
  const marking = text.colours('spots', 'stripes', 'patches', 'markings')[0] ?? second
  return {
    skin,
    creature: {
      ears: species.ears,
      snout: species.snout,
      tail: text.denies('tail') ? 'none' : tailOf(text, species.tail),
      marking: markingOf(text, species),
      wings: !text.denies('wings') && (species.wings || text.has('wings', 'winged')),
      horns: !text.denies('horns') && (species.horns || text.has('horns', 'horned')),
      pale:
        pale ??
        (species.pale === undefined
          ? lighter(skin, lightness(skin) < 0.3 ? 0.2 : 0.62)
          : fromHex(species.pale)),
      dark:
        marking ??
        (species.dark === undefined
          ? darker(skin, lightness(skin) < 0.25 ? 0.4 : 0.5)
          : fromHex(species.dark)),
      beak: text.colours('beak', 'bill')[0] ?? fromHex(species.beak ?? '#ee9a34'),
      horn: text.colours('horns', 'horn', 'spikes')[0] ?? fromHex('#e0d2b4'),
      mane: maneOf(text, skin),
      wing: text.colours('wings', 'wing')[0] ?? null,
    },
  }
}

/** Its own colours: of its fur, or of the animal itself. */
function colourOf(text: Mentions, { words }: Species): readonly Colour[] {
  const own = text.colours('fur', 'furred', 'feathers', 'scales', 'plumage', 'coated')
  if (own.length > 0) return own
  const said = text.colours(...words)
  if (said.length > 0) return said
  const alone = colourBetweenCommas(text.words)
  if (alone !== null) return [alone]
  return text.has('ginger') ? [fromHex('#e08a3c')] : []
}

function markingOf(text: Mentions, species: Species): Creature['marking'] {
  const named = MARKINGS.find(([, words]) => text.has(...words))?.[0]
  return named !== undefined && species.being !== 'dragon' ? named : species.marking
}

function tailOf(text: Mentions, usual: Creature['tail']): Creature['tail'] {
  if (text.isDescribedAs(['bushy', 'fluffy'], ['tail'])) return 'bushy'
  return text.isDescribedAs(['long'], ['tail']) && usual === 'short' ? 'thin' : usual
}

const maneOf = (text: Mentions, skin: Colour): Colour | null => {
  if (!text.has('lion', 'mane')) return null
  return text.colours('mane')[0] ?? darker(skin, 0.36)
}
