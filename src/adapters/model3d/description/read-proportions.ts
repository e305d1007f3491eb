import type { SeededChoice } from '../../../domain/seeded-choice.js'
import type { Mentions } from './mentions.js'
import type { Being, BodyProportions } from './traits.js'

const CHILDREN = ['child', 'boy', 'girl', 'kid', 'toddler', 'schoolboy', 'schoolgirl', 'infant']
/** Of a girl or a boy, too. */
const TEENAGERS = ['teen', 'teenager', 'teenage', 'adolescent']
const YOUNG = ['young', 'youth', 'apprentice', 'lad', 'lass']
const SMALL = ['dwarf', 'gnome', 'halfling', 'goblin', 'hobbit', 'imp']
const GIANTS = ['giant', 'giantess', 'ogre', 'troll', 'towering', 'huge']
const TALL = ['tall', 'lanky', 'gangly', 'lofty']
const SHORT = ['tiny', 'petite', 'small', 'little', 'diminutive']
const STOUT = [
  'stout',
  'fat',
  'plump',
  'chubby',
  'round',
  'burly',
  'heavyset',
  'portly',
  'barrel',
  'rotund',
  'stocky',
]
const SLIM = ['slim', 'thin', 'slender', 'lean', 'skinny', 'narrow', 'lanky', 'gaunt', 'wiry', 'willowy']
const STRONG = [
  'muscular',
  'broad',
  'strong',
  'brawny',
  'shouldered',
  'athletic',
  'burly',
  'powerful',
  'warrior',
  'blacksmith',
]
const WOMEN = [
  'woman',
  'girl',
  'lady',
  'she',
  'her',
  'queen',
  'princess',
  'witch',
  'countess',
  'duchess',
  'grandmother',
  'mother',
  'sister',
  'priestess',
  'sorceress',
  'waitress',
  'lass',
  'female',
  'schoolgirl',
  'goddess',
  'giantess',
]
const MEN = [
  'man',
  'boy',
  'gentleman',
  'he',
  'his',
  'king',
  'prince',
  'wizard',
  'duke',
  'grandfather',
  'father',
  'brother',
  'priest',
  'lad',
  'male',
  'schoolboy',
  'monk',
  'god',
  'sir',
]
const OLD = [
  'old',
  'elderly',
  'aged',
  'ancient',
  'wrinkled',
  'grandmother',
  'grandfather',
  'granny',
  'grandpa',
  'elder',
  'sixties',
  'seventies',
  'eighties',
  'nineties',
]

/** `seven years old` is not old. */
export const isOld = (text: Mentions): boolean =>
  ageOf(text) === null ? text.has(...OLD) : (ageOf(text) ?? 0) >= 60

export const isChild = (text: Mentions): boolean => {
  const age = ageOf(text)
  return age === null ? text.has(...CHILDREN) && !text.has(...TEENAGERS) : age < 13
}

/** Until they are grown up, at eighteen. */
const isTeenager = (text: Mentions): boolean => {
  const age = ageOf(text) ?? 0
  return text.has(...TEENAGERS, ...YOUNG) || (age >= 13 && age < 18)
}

const isSmallChild = (text: Mentions): boolean =>
  (ageOf(text) ?? 99) < 7 || (ageOf(text) === null && text.has('toddler', 'infant'))

const SPELLED =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )

/** What is said in whole tens, by an age of that time of life. */
const TENS: readonly (readonly [words: readonly string[], age: number])[] = [
  [['twenty'], 25],
  [['thirty', 'forty', 'fifty'], 40],
  [['sixty', 'seventy', 'eighty', 'ninety'], 70],
]

/** The age in years, up to 120, if the text says one. */
function ageOf(text: Mentions): number | null {
  for (let age = 1; age <= 120; age += 1) {
    const words = [String(age), SPELLED[age] ?? '']
    if (text.isDescribedAs(words, ['year', 'years', 'yearold'])) return age
  }
  const tens = TENS.find(([words]) => text.isDescribedAs(words, ['year', 'years']))
  return tens?.[1] ?? null
}

export const isWoman = (text: Mentions, draw: SeededChoice): boolean => {
  if (text.has(...WOMEN)) return true
  return !text.has(...MEN, 'beard', 'moustache', 'mustache', 'bearded') && draw('sex', [true, false])
}

/** Height, build and proportions. Young and small characters get larger heads. */
export function readProportions(text: Mentions, draw: SeededChoice, being: Being): BodyProportions {
  const { height, heads } = statureOf(text, draw)
  const strong = text.has(...STRONG) || being === 'orc'
  const woman = isWoman(text, draw)
  return {
    height: height * bodyHeight(being) * taller(text) * draw('height', [0.97, 0.99, 1, 1.01, 1.03]),
    heads: (isCreature(being) ? 2.45 : heads) * (text.has(...TALL) ? 1.06 : 1),
    build:
      ({ bird: 1.4, beast: 1.22, dragon: 1.24 }[being as 'beast'] ?? 1) *
      (text.has('astronaut', 'cosmonaut') ? 1.1 : 1) *
      buildOf(text, draw) *
      (strong ? 1.1 : 1),
    shoulders: (isCreature(being) ? 0.8 : 1) * (woman ? 0.9 : 1.04) * (strong ? 1.14 : 1),
    hips: isCreature(being) ? 1.12 : hipsOf(woman),
    legs: { beast: 0.72, dragon: 0.74, bird: 0.4 }[being as 'beast'] ?? 1,
  }
}

const hipsOf = (woman: boolean): number => (woman ? 1.08 : 0.94)
const isCreature = (being: Being): boolean => being === 'beast' || being === 'bird' || being === 'dragon'
const bodyHeight = (being: Being): number =>
  ({ beast: 0.78, bird: 0.66, dragon: 0.92 })[being as 'beast'] ?? 1

function statureOf(text: Mentions, draw: SeededChoice): Pick<BodyProportions, 'height' | 'heads'> {
  if (isSmallChild(text)) return { height: 1.04, heads: 2.55 }
  if (isChild(text)) return { height: 1.18, heads: 2.85 }
  if (text.has(...SMALL)) return { height: 1.2, heads: 2.85 }
  if (text.has(...GIANTS)) return { height: 2.2, heads: 4.5 }
  if (isTeenager(text)) return { height: 1.55, heads: 3.5 }
  if (isOld(text)) return { height: 1.6, heads: 3.65 }
  return isWoman(text, draw) ? { height: 1.64, heads: 3.8 } : { height: 1.74, heads: 3.95 }
}

function taller(text: Mentions): number {
  if (text.has(...TALL)) return 1.1
  return text.has(...SHORT) || text.isDescribedAs(['short', 'of'], ['stature']) ? 0.86 : 1
}

function buildOf(text: Mentions, draw: SeededChoice): number {
  // `round glasses` does not mean a round build.
  if (
    text.has(...STOUT.filter((word) => word !== 'round')) ||
    text.isDescribedAs(['round'], ['belly', 'man', 'woman', 'body'])
  )
    return 1.46
  if (text.has(...SLIM)) return 0.84
  return draw('build', [0.92, 1, 1, 1.08])
}
