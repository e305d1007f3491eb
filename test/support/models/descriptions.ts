import type { ModelDescription } from '../../../src/domain/generation/model-builder.js'

export type Described = Pick<ModelDescription, 'appearance' | 'palette'>

const PEOPLE: readonly Described[] = [
  {
    appearance: 'A lighthouse keeper with a short grey beard, a navy coat, a yellow scarf and brown boots.',
    palette: [],
  },
  {
    appearance:
      'Young woman with long red hair, freckles and green eyes, in a teal dress with a white collar.',
    palette: [],
  },
  {
    appearance:
      'An old wizard with a long white beard, a purple robe with golden trim, a pointed purple hat and a staff.',
    palette: [],
  },
  {
    appearance: 'A knight in silver armour with a red cape, short brown hair and a small scar.',
    palette: [],
  },
  {
    appearance: 'Small boy with spiky blond hair, a striped jumper, blue shorts and a backpack.',
    palette: ['#d8483c', '#f2e6c8'],
  },
  { appearance: 'A friendly robot with orange panels and an antenna.', palette: ['#e08a3c', '#2c3440'] },
  {
    appearance:
      'Elven archer with pointed ears, long blonde hair, a green tunic, a forest green cloak and leather boots.',
    palette: [],
  },
  {
    appearance: 'A stout baker with a moustache, rosy cheeks, a white shirt, an apron and a white cap.',
    palette: [],
  },
  {
    appearance: 'Queen with dark skin, black hair in a bun, a golden crown, a crimson gown and a necklace.',
    palette: [],
  },
  {
    appearance: 'A pirate captain with a black beard, an eyepatch, a wide black hat, a red coat and a sword.',
    palette: [],
  },
]

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

/** An appearance and five features that its figure must show. */
export type Judged = {
  readonly appearance: string
  readonly features: readonly [string, string, string, string, string]
}

/** Those on the contact sheet of docs/model3d.md. */
export const THIRTY: readonly Judged[] = [
  {
    appearance: PEOPLE[0]?.appearance ?? '',
    features: ['short grey beard', 'navy coat', 'yellow scarf', 'brown boots', 'grey hair'],
  },
  {
    appearance: PEOPLE[1]?.appearance ?? '',
    features: ['long red hair', 'freckles', 'green eyes', 'teal dress', 'white collar'],
  },
  {
    appearance: PEOPLE[2]?.appearance ?? '',
    features: ['long white beard', 'purple robe', 'golden trim', 'pointed purple hat', 'staff'],
  },
  {
    appearance: PEOPLE[3]?.appearance ?? '',
    features: ['silver armour', 'red cape', 'short brown hair', 'scar', 'metal shoulders or legs'],
  },
  {
    appearance: PEOPLE[4]?.appearance ?? '',
    features: ['child', 'spiky blond hair', 'striped jumper', 'blue shorts', 'backpack'],
  },
  {
    appearance: PEOPLE[5]?.appearance ?? '',
    features: ['robot', 'orange panels', 'antenna', 'glowing eyes', 'friendly mouth'],
  },
  {
    appearance: PEOPLE[6]?.appearance ?? '',
    features: ['pointed ears', 'long blonde hair', 'green tunic', 'green cloak', 'leather boots'],
  },
  {
    appearance: PEOPLE[7]?.appearance ?? '',
    features: ['stout', 'moustache', 'white shirt', 'apron', 'white cap'],
  },
  {
    appearance: PEOPLE[8]?.appearance ?? '',
    features: ['dark skin', 'black hair in a bun', 'golden crown', 'crimson gown', 'necklace'],
  },
  {
    appearance: PEOPLE[9]?.appearance ?? '',
    features: ['black beard', 'eyepatch', 'wide black hat', 'red coat', 'sword'],
  },
  {
    appearance: 'A small green dragon with a cream belly, bat wings, little horns and a spiked tail.',
    features: ['green scaly body', 'cream belly', 'bat wings', 'horns', 'spiked tail'],
  },
  {
    appearance: 'An old red dragon with golden eyes, grey horns, a blue scarf and round glasses.',
    features: ['red dragon with a snout', 'golden eyes', 'grey horns', 'blue scarf', 'round glasses'],
  },
  {
    appearance: 'A ginger tabby cat with a white muzzle, green eyes, whiskers and a long tail.',
    features: ['ginger tabby stripes', 'white muzzle', 'green eyes', 'whiskers', 'long tail'],
  },
  {
    appearance: 'A black cat with yellow eyes, white paws, a pink nose and a red bow tie.',
    features: ['black cat', 'yellow eyes', 'white paws', 'pink nose', 'red bow tie'],
  },
  {
    appearance: 'A brown dog with floppy ears, a blue collar, a cream belly and a wagging tail.',
    features: ['brown dog', 'floppy ears', 'blue collar', 'cream belly', 'tail'],
  },
  {
    appearance: 'A white dog with black spots, floppy ears, a yellow raincoat and red boots.',
    features: ['white dog', 'black spots', 'floppy ears', 'yellow raincoat', 'red boots'],
  },
  {
    appearance: 'A blue bird with an orange beak, a crest, a white belly and tail feathers.',
    features: ['blue bird with wings', 'orange beak', 'crest', 'white belly', 'tail feathers'],
  },
  {
    appearance: 'A brown owl with large yellow eyes, ear tufts, round glasses and a green waistcoat.',
    features: ['brown owl', 'large yellow eyes', 'ear tufts', 'round glasses', 'green waistcoat'],
  },
  {
    appearance: 'A penguin with a white belly, orange feet, a red scarf and a woollen beanie.',
    features: ['black penguin with flippers', 'white belly', 'orange feet', 'red scarf', 'beanie'],
  },
  {
    appearance: 'A boxy silver robot with glowing blue eyes, an antenna, a chest panel and orange hands.',
    features: ['silver robot', 'glowing blue eyes', 'antenna', 'chest panel', 'orange hands'],
  },
  {
    appearance: 'A copper robot with green eyes, a black top hat, a red bow tie and a white apron.',
    features: ['copper robot', 'green eyes', 'black top hat', 'red bow tie', 'white apron'],
  },
  {
    appearance:
      'An astronaut in a white space suit with orange stripes, a round helmet, a chest panel and a backpack.',
    features: ['white space suit', 'orange stripes', 'round helmet', 'chest panel', 'backpack'],
  },
  {
    appearance:
      'A cosmonaut woman with brown skin, an orange space suit, a white helmet, blue gloves and black boots.',
    features: ['brown skin', 'orange space suit', 'white helmet', 'blue gloves', 'black boots'],
  },
  {
    appearance: 'A knight in dark steel armour with a closed helm, a red plume, a blue cape and a shield.',
    features: ['dark steel armour', 'closed helm', 'red plume', 'blue cape', 'shield'],
  },
  {
    appearance: 'A knight in golden armour with a closed helm, a white plume, a green cape and a sword.',
    features: ['golden armour', 'closed helm', 'white plume', 'green cape', 'sword'],
  },
  {
    appearance:
      'A seven year old girl with brown pigtails, freckles, a yellow dress, red shoes and a backpack.',
    features: ['brown pigtails', 'freckles', 'yellow dress', 'red shoes', 'backpack'],
  },
  {
    appearance: 'A little boy with dark skin, curly black hair, a striped shirt, blue shorts and a red cap.',
    features: ['dark skin', 'curly black hair', 'striped shirt', 'blue shorts', 'red cap'],
  },
  {
    appearance: 'A friendly white ghost with large black eyes, rosy cheeks, a wavy hem and a black top hat.',
    features: ['white sheet body', 'large black eyes', 'rosy cheeks', 'wavy hem', 'black top hat'],
  },
  {
    appearance: 'A pale blue ghost lady with long white hair, a tiara, a necklace and a sad face.',
    features: ['pale blue ghost', 'long white hair', 'tiara', 'necklace', 'sad face'],
  },
  {
    appearance: 'An old sailor with a white beard, a pipe, a blue cap, a striped jumper and a lantern.',
    features: ['white beard', 'pipe', 'blue cap', 'striped jumper', 'lantern'],
  },
]
