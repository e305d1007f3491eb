import { createSeededChoice } from '../../../domain/seeded-choice.js'
import { type Mentions, readMentions } from './mentions.js'
import { readHat, readWears } from './read-accessories.js'
import { readBottom, readFeet, readTop } from './read-clothes.js'
import { readFace, readSkin } from './read-face.js'
import { readBeard, readHair } from './read-hair.js'
import { readProportions } from './read-proportions.js'
import type { Being, Traits } from './traits.js'
import { chooseWardrobe } from './wardrobe.js'

/** Reads the traits from a description. What it leaves open is drawn at random, seeded by the text. */
export function readTraits(appearance: string, palette: readonly string[]): Traits {
  const text = readMentions(appearance)
  const draw = createSeededChoice(appearance)
  const wardrobe = chooseWardrobe(palette, draw)
  const being = beingOf(text)
  const skin = readSkin(text, draw, being)
  const hair = readHair(text, draw, being)
  const top = readTop(text, draw, { wardrobe, being })
  return {
    being,
    figure: readProportions(text, draw, being),
    skin,
    hair,
    face: readFace(text, draw, { hair: hair.colour, skin }),
    beard: readBeard(text, hair.colour),
    top,
    bottom: readBottom(text, draw, { top, wardrobe }),
    feet: readFeet(text, draw),
    hat: readHat(text, { wardrobe, top: top.colour }),
    wears: readWears(text, { wardrobe, skin, being }),
  }
}

const BEINGS: readonly (readonly [Being, readonly string[]])[] = [
  ['robot', ['robot', 'android', 'automaton', 'cyborg', 'mechanical', 'droid', 'clockwork']],
  ['elf', ['elf', 'elven', 'elfin', 'fairy', 'vampire', 'pixie', 'sprite']],
  ['orc', ['orc', 'goblin', 'ogre', 'troll', 'lizard', 'alien']],
  ['animal', ['fox', 'cat', 'wolf', 'feline', 'vixen', 'kitten', 'furry']],
]

function beingOf(text: Mentions): Being {
  if (text.isDescribedAs(['pointed', 'elf', 'elven', 'long', 'pointy'], ['ear', 'ears'])) return 'elf'
  return BEINGS.find(([, words]) => text.has(...words))?.[0] ?? 'human'
}
