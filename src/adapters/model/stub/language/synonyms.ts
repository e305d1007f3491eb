import { ALIKE_ACTIONS } from './alike-actions.js'
import { ALIKE_WORDS } from './alike-words.js'
import { MORE_KINDS } from './kinds-of-people.js'
import { KINDS_OF_THINGS } from './kinds-of-things.js'
import { lemmaOf } from './lemma.js'
import { SITUATIONS } from './situations.js'

/** How much a word counts that stands for another one. */
const ALIKE = 0.7
const KIND = 0.65
/** Told of the same situation. */
const SITUATION = 0.5

/** What else may be meant by a word, with how much it counts. */
export type RelatedWords = ReadonlyMap<string, ReadonlyMap<string, number>>

export const RELATED: RelatedWords = relate()

function relate(): RelatedWords {
  const related = new Map<string, Map<string, number>>()
  const add = (from: string, to: string, weight: number) => {
    if (from === to) return
    const known = related.get(from) ?? new Map<string, number>()
    known.set(to, Math.max(known.get(to) ?? 0, weight))
    related.set(from, known)
  }
  for (const line of [...ALIKE_WORDS.split('\n'), ...ALIKE_ACTIONS.split(/;\s+/)]) {
    const group = line.split(' ').map(lemmaOf)
    for (const one of group) for (const other of group) add(one, other, ALIKE)
  }
  for (const line of [...KINDS_OF_THINGS.split('\n'), ...MORE_KINDS.split(/;\s+/)]) {
    const [kind = '', members = ''] = line.split(' > ')
    for (const member of members.split(' ')) add(lemmaOf(kind), lemmaOf(member), KIND)
  }
  for (const line of SITUATIONS.split('\n')) {
    const [kind = '', members] = line.split(' > ')
    if (members !== undefined)
      for (const member of members.split(' ')) add(lemmaOf(kind), lemmaOf(member), KIND)
    else {
      const group = line.split(' ').map(lemmaOf)
      for (const one of group) for (const other of group) add(one, other, SITUATION)
    }
  }
  return related
}

/** The kinds of food and drink that something is of: salmon is fish. */
export const KIND_OF: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'fish | salmon herring trout cod tuna sardine haddock carp eel mackerel',
    'meat | beef pork steak ham sausage bacon lamb chicken veal goose duck venison turkey roast burger kebab',
    'alcohol | beer wine whisky gin rum vodka brandy champagne cider schnapps port sherry cocktail',
    'shellfish | prawn shrimp crab lobster mussel oyster',
    'dairy | milk cheese butter cream yoghurt',
    'sugar | cake sweet chocolate',
  ].flatMap((row) => {
    const [kind = '', members = ''] = row.split(' | ')
    return members.split(' ').map((member) => [lemmaOf(member), [lemmaOf(kind)]] as const)
  }),
)

const OPPOSITES: ReadonlyMap<string, readonly string[]> = new Map(
  [
    'trust | distrust mistrust suspect',
    'wear touch | allergic allergy',
    'hear | deaf',
    'see | blind',
    'speak talk | mute',
    'well fine healthy better okay | ill sick hurt unwell',
    'like love enjoy eat drink fancy want mind | hate dislike loathe detest despise allergic allergy intolerant afraid scared terrified vegetarian vegan diabetic teetotal gluten lactose',
    'open | closed close locked lock shut',
    'allowed permitted admitted may | forbidden prohibited banned',
    'single alone | married wife husband',
    'alive living | dead died die drowned drown late',
    'hate mind | love like enjoy adore',
    'free | charge cost pay',
    'small little | big large',
    'win | lose lost',
    'own have drive | steal sell',
    'good nice tasty | bad worst terrible awful',
    'young | old',
    'child kid | adult grown-up',
  ].flatMap((row) => {
    const [one = [], other = []] = row.split(' | ').map((side) => [...new Set(side.split(' ').map(lemmaOf))])
    return one.map((word) => [word, other] as const)
  }),
)

/** Words that deny what was asked: somebody who hates tea does not like it. */
export const oppositesOf = (lemma: string): readonly string[] => OPPOSITES.get(lemma) ?? []
