import { createSeededChoice } from '../../../domain/seeded-choice.js'
import { readBeing } from './being.js'
import { type Mentions, readMentions } from './mentions.js'
import { accountFor, type NamedThings } from './not-shown.js'
import { askForOwnLooks } from './own-looks.js'
import { readHat, readWears } from './read-accessories.js'
import { readBottom, readFeet, readTop } from './read-clothes.js'
import { readFace, readSkin } from './read-face.js'
import { readBeard, readHair } from './read-hair.js'
import { readProportions } from './read-proportions.js'
import { readCreature } from './species.js'
import type { Traits } from './traits.js'
import { chooseWardrobe } from './wardrobe.js'

/** What the body shows of a text and what it does not, and its traits. */
export type ReadDescription = NamedThings & { readonly traits: Traits }

export function readDescription(appearance: string, palette: readonly string[]): ReadDescription {
  const text = readMentions(appearance)
  const traits = readTraits(appearance, palette, { text })
  askForOwnLooks(text, traits)
  const looksOf = (words: readonly string[]) =>
    JSON.stringify(readTraits(words.join(' '), palette, { seed: appearance }))
  return { traits, ...accountFor(text, traits, looksOf) }
}

/**
 * Reads the traits from a description: what the body is, then what it wears. What the text leaves open is drawn at
 * random, seeded by the text or another, but only for people: others wear what is said.
 */
export function readTraits(
  appearance: string,
  palette: readonly string[],
  { text = readMentions(appearance), seed = appearance }: { text?: Mentions; seed?: string } = {},
): Traits {
  const draw = createSeededChoice(seed)
  const wardrobe = chooseWardrobe(palette, draw)
  const { being, species } = readBeing(appearance, text)
  const own = species === null ? null : readCreature(text, species)
  const skin = own?.skin ?? readSkin(text, draw, being)
  const hair = readHair(text, draw, being)
  const top = readTop(text, draw, { wardrobe, being, skin })
  const hat = readHat(text, { wardrobe, top: top.colour, being })
  return {
    being,
    creature: own?.creature ?? null,
    figure: readProportions(text, draw, being),
    skin,
    hair,
    face: readFace(text, draw, { hair: hair.colour, skin, being }),
    beard: readBeard(text, hair.colour, being),
    top,
    bottom: readBottom(text, draw, { top, wardrobe, being }),
    feet: readFeet(text, draw, { being, top }),
    hands: being === 'human' ? null : (text.colours('hands', 'paws', 'arms')[0] ?? null),
    hat,
    wears: readWears(text, { wardrobe, being, top: top.colour }),
  }
}
