import type { ModelDescription } from '../../../src/domain/generation/model-builder.js'

export type Described = Pick<ModelDescription, 'appearance' | 'palette'>

const WHO = [
  'An old fisherman',
  'A tall woman',
  'A stout innkeeper',
  'A small girl',
  'A young prince',
  'A slim elf',
  'A muscular warrior',
  'A robot',
  'A dwarf',
  'A queen',
  'A fox',
  'A goblin',
  'A monk',
  'A pirate',
  'A teenage apprentice',
  'A giant',
  'A witch',
  'A knight',
  'An angel',
  'A demon with horns',
]
const HAIR = [
  'short black hair',
  'long blonde hair',
  'curly red hair',
  'a grey beard',
  'a bald head',
  'white hair in a bun',
  'brown braids',
  'a blue mohawk',
  'an afro',
  'spiky green hair',
  'a silver ponytail',
]
const CLOTHES = [
  'a red coat',
  'a blue robe',
  'a green dress',
  'a striped jumper and jeans',
  'a leather jacket',
  'steel armour',
  'a white shirt and an apron',
  'a yellow tunic',
  'purple overalls',
  'a black suit',
  'a plaid shirt and shorts',
  'a brown waistcoat',
  'an orange gown',
]
const EXTRAS = [
  'round glasses',
  'a wide hat',
  'a crown',
  'a long scarf',
  'a cape',
  'a staff',
  'a sword and a belt',
  'a backpack',
  'sunglasses and headphones',
  'a woollen beanie',
  'an eyepatch',
  'a top hat and a bow tie',
  'a wreath',
  'a hood',
  'earrings and a necklace',
  'a beret',
  'wings',
  'a cap',
  'a helmet',
]

/** As many different descriptions as asked for, the words of each list at their own pace. */
export const manyDescriptions = (count: number): Described[] =>
  Array.from({ length: count }, (_, at) => {
    const from = (list: readonly string[]) => list[at % list.length] ?? ''
    const palette =
      at % 3 === 0
        ? []
        : [COLOURS[at % COLOURS.length] ?? '#808080', COLOURS[(at * 5 + 2) % COLOURS.length] ?? '#404040']
    return {
      appearance: `${from(WHO)} with ${from(HAIR)}, in ${from(CLOTHES)}, with ${from(EXTRAS)}. No. ${at}.`,
      palette,
    }
  })

const COLOURS = ['#b03a2e', '#1f618d', '#117864', '#b7950b', '#6c3483', '#ffffff', '#000000', '#f5cba7']
