import type { SeededChoice } from '../../../domain/seeded-choice.js'
import { blend, type Colour, fromHex } from '../texture/colour.js'
import type { Mentions } from './mentions.js'
import { isOld, isWoman } from './read-proportions.js'
import type { Beard, Being, Hair, HairStyle } from './traits.js'

const NATURAL = [
  '#1f1a1c',
  '#3a2418',
  '#5a3824',
  '#7a4c2a',
  '#a0703c',
  '#c9a05c',
  '#a8502c',
  '#2c2430',
] as const
const GREY = ['#c9c6c2', '#a8a6a6', '#e6e3de'] as const
const HAIR = [
  'hair',
  'haired',
  'hairs',
  'locks',
  'curls',
  'curl',
  'braid',
  'ponytail',
  'bun',
  'bob',
  'mohawk',
  'afro',
  'fringe',
  'mane',
  'pigtail',
  'dreadlocks',
  'plait',
]

export function readHairColour(text: Mentions, draw: SeededChoice): Colour {
  const [said] = text.colours(...HAIR)
  if (said !== undefined) return said
  const [beard] = text.colours('beard', 'bearded', 'moustache')
  if (beard !== undefined) return beard
  if (text.has('blonde', 'blond') || text.isDescribedAs(['fair'], HAIR)) return fromHex('#e0bd6c')
  if (text.has('redhead', 'ginger', 'redheaded', 'auburn')) return fromHex('#b5562c')
  if (text.has('brunette')) return fromHex('#4c3020')
  if (text.isDescribedAs(['dark'], HAIR)) return fromHex('#2b2022')
  if (isOld(text) || text.has('greying') || text.isDescribedAs(['snowy'], HAIR))
    return fromHex(draw('grey hair', GREY))
  return fromHex(draw('hair colour', NATURAL))
}

export function readHair(text: Mentions, draw: SeededChoice, being: Being): Hair {
  return {
    style: isPerson(being) || text.has(...HAIR_OF_OTHERS) ? styleOf(text, draw) : 'bald',
    colour: readHairColour(text, draw),
    isWavy: text.has('wavy', 'waves', 'wild', 'tousled', 'messy') || draw('wave', [true, false, false]),
    isSwept: draw('parting', [true, false]),
  }
}

/** Whether hair and clothes that the text leaves open are drawn. */
const isPerson = (being: Being): boolean => being === 'human' || being === 'elf'

/** A lion's mane and a braid in a beard are no hair. */
const HAIR_OF_OTHERS = [
  'hair',
  'haired',
  'locks',
  'curls',
  'braids',
  'ponytail',
  'mohawk',
  'afro',
  'pigtails',
]

/** The first style found in the text counts. */
const STYLES: readonly (readonly [HairStyle, readonly string[]])[] = [
  ['bald', ['bald', 'hairless', 'shaven', 'shaved', 'balding']],
  ['mohawk', ['mohawk', 'mohican', 'punk']],
  ['afro', ['afro', 'frizzy']],
  ['pigtails', ['pigtail', 'bunches']],
  ['braids', ['braid', 'braided', 'plait', 'plaited', 'dreadlocks', 'dreads']],
  ['ponytail', ['ponytail']],
  ['bun', ['bun', 'topknot', 'chignon', 'tied']],
  ['bob', ['bob']],
  ['curly', ['curly', 'curl', 'curls', 'ringlets']],
  ['spiky', ['spiky', 'spiked', 'wild', 'messy', 'tousled', 'unruly']],
  ['cropped', ['cropped', 'buzz', 'crew']],
  ['fringed', ['fringe', 'bangs']],
]

function styleOf(text: Mentions, draw: SeededChoice): HairStyle {
  if (text.denies('hair')) return 'bald'
  const named = STYLES.find(([, words]) => text.has(...words))
  if (named !== undefined) return named[0]
  if (text.isDescribedAs(['long', 'flowing', 'waist'], HAIR)) return 'long'
  if (text.isDescribedAs(['short'], HAIR)) return 'short'
  const woman = isWoman(text, draw)
  if (text.isDescribedAs(['wavy', 'shoulder'], HAIR)) return woman ? 'long' : 'bob'
  return woman
    ? draw('hairstyle', ['long', 'bob', 'ponytail', 'bun', 'fringed', 'long'])
    : draw('hairstyle', ['short', 'short', 'spiky', 'curly', 'cropped'])
}

export function readBeard(text: Mentions, hair: Colour, being: Being): Beard | null {
  const [said] = text.colours('beard', 'moustache', 'mustache', 'goatee', 'whiskers')
  const colour = said ?? blend(hair, [0.2, 0.14, 0.1], 0.12)
  if (text.has('goatee')) return { style: 'goatee', colour }
  if (text.has('beard', 'bearded') || (isPerson(being) && text.has('whiskers'))) {
    const long =
      text.isDescribedAs(['long', 'flowing', 'great', 'braided', 'full'], ['beard']) ||
      text.has('wizard', 'dwarf')
    return { style: long ? 'long' : 'short', colour }
  }
  if (text.has('moustache', 'mustache', 'moustached')) return { style: 'moustache', colour }
  return text.has('stubble', 'unshaven') ? { style: 'stubble', colour } : null
}
