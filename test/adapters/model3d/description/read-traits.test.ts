import { expect, test } from 'vitest'
import { readDescription, readTraits } from '../../../../src/adapters/model3d/description/read-traits.js'
import { fromHex, lighter, lightness, toHex } from '../../../../src/adapters/model3d/texture/colour.js'
import { manyDescriptions } from '../../../support/models/descriptions.js'

const notShown = (appearance: string) => readDescription(appearance, []).notShown

test.each([
  ['A gardener with curly hair and a straw hat', ['gardener']],
  ['A gardener with an afro and a straw hat', ['gardener', 'afro']],
  ['A monk with curly hair in a brown hood', ['curly']],
  ['A gardener with curly hair', ['gardener']],
  ['A ghost with a pink bow and a long scarf', ['pink bow', 'long']],
  ['A ghost with a pink bow', []],
  ['A man with a red tie under a scarf', ['red tie']],
  ['A woman with a red collar under a blue scarf', ['red collar']],
  ['A black cat with a striped scarf and a red collar', []],
])('what is hidden under something else is reported: %s', (appearance, expected) => {
  expect(notShown(appearance)).toEqual(expected)
})
const traits = (appearance: string, palette: readonly string[] = []) => readTraits(appearance, palette)

test('each piece gets the colour that stands with it', () => {
  const { top, feet, wears, hair } = traits(
    'Long black hair, a red coat with yellow cuffs, brown boots and a yellow scarf.',
  )
  expect(top).toMatchObject({ kind: 'coat', skirt: 'knee' })
  expect(
    [top.colour, top.trim, feet.colour, wears.scarf?.colour].map((colour) => toHex(colour ?? [0, 0, 0])),
  ).toEqual(['#c8313a', '#f0c93c', '#7a5236', '#f0c93c'])
  expect(hair.style).toBe('long')
  expect(toHex(hair.colour)).toBe('#26262c')
})

test('a colour may come after its piece, and may be darker or paler', () => {
  expect(toHex(traits('A woman in a dress of deep blue.').top.colour)).not.toBe(
    toHex(traits('A woman in a blue dress.').top.colour),
  )
  expect(toHex(traits('Her hair is green.').hair.colour)).toBe('#3f9150')
  expect(toHex(traits('Her eyes are pale blue.').face.eyes)).toBe(toHex(traits('pale blue eyes').face.eyes))
})

test('what a text denies is not there', () => {
  const { beard, hat, wears } = traits('A man without a beard, no hat, no glasses.')
  expect([beard, hat, wears.glasses]).toEqual([null, null, undefined])
  expect(traits('A wizard with no hair and no hat.')).toMatchObject({ hair: { style: 'bald' }, hat: null })
})

test.each([
  ['A king with a golden crown', { hat: { kind: 'crown' } }],
  ['Wears a pointed hat', { hat: { kind: 'witch' } }],
  ['A hat a size too large', { hat: { kind: 'wide' } }],
  ['A knight in shining armour', { top: { kind: 'armour' } }],
  ['A monk in a brown robe', { top: { kind: 'robe', sleeves: 'wide', skirt: 'floor' } }],
  ['An elven archer with pointed ears', { being: 'elf' }],
  ['A rusty robot', { being: 'robot', hair: { style: 'bald' } }],
  ['A long white beard', { beard: { style: 'long' } }],
  ['Heavy eyebrows and freckles', { face: { brow: 'heavy', freckles: true } }],
  ['A crooked smile and a small scar on the chin', { face: { mouth: 'crooked', scar: true } }],
  ['A woman in a long blue skirt', { bottom: { kind: 'skirt', cut: 'floor' } }],
])('%s is understood', (appearance, expected) => {
  expect(traits(appearance)).toMatchObject(expected)
})

test.each([
  ['A ginger tabby cat with whiskers', { being: 'beast', creature: { ears: 'pointed', marking: 'stripes' } }],
  ['A brown dog with floppy ears and a blue collar', { being: 'beast', creature: { ears: 'floppy' } }],
  ['A penguin with a red scarf', { being: 'bird', creature: { snout: 'beak' } }],
  ['A small green dragon with bat wings', { being: 'dragon', creature: { wings: true, horns: true } }],
  ['A friendly white ghost', { being: 'ghost' }],
  ['A copper robot with a top hat', { being: 'robot', hat: { kind: 'top' } }],
])(
  '%s has the body of its kind, and no hair, beard or clothes that nobody mentioned',
  (appearance, expected) => {
    const read = traits(appearance)
    expect(read).toMatchObject(expected)
    expect(read).toMatchObject({ hair: { style: 'bald' }, beard: null })
    expect(['bare', 'plating']).toContain(read.top.kind)
  },
)

test.each([
  ['A witch with a black cat'],
  ['A dragon tamer in a leather coat'],
  ['A robot engineer with short hair'],
  ['A girl with cat ears and a tail'],
  ['An old man who has a dog'],
])('%s is a person', (appearance) => {
  expect(traits(appearance)).toMatchObject({ being: 'human', creature: null })
})

test('the horns of a dragon have their own colour', () => {
  const horn = traits('A red dragon with grey horns').creature?.horn
  expect(toHex(horn ?? [0, 0, 0])).toBe('#86888e')
})

test.each([
  ['A purple dragon with orange wings', { creature: { wing: fromHex('#e8802c') } }],
  ['A white robot with a blue chest panel', { top: { under: fromHex('#3668b8') } }],
  ['The ghost of a sailor, red, with a lantern', { skin: lighter(fromHex('#c8313a'), 0.3) }],
  ['A farmer with a straw hat', { hat: { kind: 'wide', colour: fromHex('#dcb866') } }],
  ['A cook with a tall white hat', { hat: { kind: 'toque' } }],
  ['A pirate with a tricorn hat', { hat: { kind: 'tricorn' } }],
  ['A woman in a raincoat', { top: { kind: 'coat', front: 'rainproof', isOpen: false } }],
  ['A man in a yellow rain jacket', { top: { kind: 'jacket', front: 'rainproof' } }],
  ['A woman in a blue coat', { top: { kind: 'coat', front: 'tailored', isOpen: true } }],
  ['A woman with grey hair', { face: { isOld: true } }],
  ['A young woman with grey hair', { face: { isOld: false } }],
  ['A boy in a green hoodie', { hat: null, top: { kind: 'jacket' } }],
  ['A girl in yellow wellingtons', { feet: { kind: 'boots', colour: fromHex('#f0c93c') } }],
  ['A girl in red trainers', { feet: { kind: 'shoes', colour: fromHex('#c8313a') } }],
  ['A dancer in a pink tutu and white tights', { top: { skirt: 'tutu' }, bottom: { kind: 'tights' } }],
  ['A man with a round shield', { wears: { buckler: {} } }],
  ['A sailor with an eye patch', { wears: { eyepatch: {} } }],
  ['A fox with a monocle', { wears: { monocle: {} } }],
  ['A witch with a broom', { wears: { broom: {} } }],
  ['A queen in a red fur cape', { wears: { cloak: { colour: fromHex('#c8313a') } } }],
  ['A cat with a striped scarf', { wears: { scarf: { pattern: 'stripes' } } }],
  [
    'A cook in a white jacket and checked trousers',
    { top: { kind: 'jacket', pattern: 'plain' }, bottom: { pattern: 'checks' } },
  ],
  [
    'A boy in a checked shirt and blue trousers',
    { top: { kind: 'shirt', pattern: 'checks' }, bottom: { pattern: 'plain' } },
  ],
])('%s looks like that', (appearance, expected) => {
  expect(traits(appearance)).toMatchObject(expected)
})

test('the bow of an archer is none of a suit', () => {
  const { wears } = traits('An archer with a quiver and a bow')
  expect([wears['bow tie'], wears.longbow === undefined]).toEqual([undefined, false])
  expect(traits('A waiter with a blue bow').wears.longbow).toBeUndefined()
  expect(traits('An archer with a red bowtie').wears['bow tie']).toBeDefined()
})

test('a patch that is not over an eye is reported', () => {
  expect(notShown('A pilot with a flag patch')).toEqual(['pilot', 'flag patch'])
  expect(notShown('A sailor with an eye patch')).toEqual(['sailor'])
})

test('a patch is over the eye only if it says so, and a monocle is one glass', () => {
  expect(traits('A pilot with a flag patch').wears.eyepatch).toBeUndefined()
  expect(traits('A fox with a monocle').wears.glasses).toBeUndefined()
})

test('a girl of five is smaller than one of seven, and freckles are on fair skin', () => {
  const [five, seven] = ['A five year old girl', 'A seven year old girl'].map((text) => traits(text).figure)
  expect(five?.height).toBeLessThan(seven?.height ?? 0)
  for (const name of ['Ada', 'Bea', 'Cleo', 'Dora', 'Ena', 'Fay'])
    expect(lightness(traits(`${name} with freckles`).skin)).toBeGreaterThan(0.6)
})

test('a creature wears what is said', () => {
  const { top, bottom, hat, wears } = traits(
    'A brown owl in a green waistcoat with a red beanie and round glasses',
  )
  expect([top.kind, bottom.kind, hat?.kind]).toEqual(['waistcoat', 'bare', 'beanie'])
  expect(wears.glasses).toBeDefined()
})

test('an astronaut has a suit, a round helmet and a pack; a closed helm is no open helmet', () => {
  expect(traits('An astronaut')).toMatchObject({
    top: { kind: 'spacesuit' },
    hat: { kind: 'dome' },
    wears: { backpack: {}, gloves: {} },
  })
  expect(traits('An astronaut without a helmet').hat).toBeNull()
  expect(traits('A knight with a closed helm and a red plume').hat?.kind).toBe('helm')
  expect(traits('A knight with a helmet').hat?.kind).toBe('helmet')
})

test('a seven year old is a child, not old', () => {
  const { figure, face } = traits('A seven year old girl')
  expect(figure.height).toBeLessThan(1.3)
  expect(face).toMatchObject({ isOld: false, hasLargeEyes: true })
})

test.each([
  ['An old sailor with a white beard, a pipe and a parrot.', ['sailor', 'parrot']],
  ['A knight with a shield, carrying a large drum and a banner', ['large drum', 'banner']],
  ['A woman with long red hair, freckles and a kind smile, in a teal dress.', []],
  ['A dragon with bat wings and a spiked tail.', []],
  ['Ein Mann mit einer Laterne', []],
])('%s leaves out %j', (appearance, expected) => {
  expect(readDescription(appearance, []).notShown).toEqual(expected)
})

test.each([
  [
    'An old woman with grey hair in a bun, a blue raincoat and a parrot',
    ['old woman', 'grey hair', 'bun', 'blue raincoat'],
    ['parrot'],
  ],
  // The nose of a bird is its beak, which has a colour of its own.
  ['A penguin with a purple nose', ['penguin'], ['purple']],
  ['A teenage girl with a blue ponytail', ['teenage girl', 'blue ponytail'], []],
  ['A young boy with a kite', ['young boy'], ['kite']],
  ['A seven year old girl with a red nose', ['seven year old girl'], ['red']],
  ['A man of sixty years, brave, without a hat', ['man', 'sixty years', 'without hat'], ['brave']],
  ['A knight with a closed helm and blue eyes', ['knight', 'closed helm'], ['blue eyes']],
  ['Ein alter Mann mit Hut', [], []],
])('each word that means something is shown or not: %s', (appearance, shown, left) => {
  expect(readDescription(appearance, [])).toMatchObject({ shown, notShown: left })
})

test('of a text with very many words, how many more are left out is said', () => {
  const many = Array.from({ length: 60 }, (_, at) => `and a thing${at} of wonder${at}`).join(' ')
  const left = notShown(`A man with a hat ${many}`)
  expect([left.length, left.at(-1)]).toEqual([40, '81 more'])
})

test('children are small with large heads, giants tall, the stout wide', () => {
  const [child, giant, stout, slim] = ['A child', 'A giant', 'A stout man', 'A slim man'].map(
    (text) => traits(text).figure,
  )
  expect(child?.height).toBeLessThan(1.3)
  expect(child?.heads).toBeLessThan(giant?.heads ?? 0)
  expect(giant?.height).toBeGreaterThan(2)
  expect(stout?.build).toBeGreaterThan(1.2 * (slim?.build ?? 0))
})

test.each([
  'A teenage girl in a red coat',
  'A teen boy in a red coat',
  'An adolescent boy in a red coat',
  'A 14-year-old girl in a red coat',
  'A seventeen year old boy in a red coat',
])('a teenager is between a child and an adult, also as a girl or a boy: %s', (appearance) => {
  const { figure, face } = traits(appearance)
  expect([figure.height > 1.45, figure.height < 1.62, figure.heads]).toEqual([true, true, 3.5])
  expect(face).toMatchObject({ hasLargeEyes: false, isOld: false })
})

test('who is nineteen is grown up, and not old', () => {
  expect(traits('A nineteen year old man').figure.heads).toBe(traits('A man').figure.heads)
})

test('what the text leaves open gets the colours of the avatar, and without those the same again for the same text', () => {
  expect(toHex(traits('A sailor', ['#117864', '#b7950b']).top.colour)).toBe('#117864')
  expect(traits('A sailor', ['no colour'])).toEqual(traits('A sailor'))
  expect(traits('A sailor')).not.toEqual(traits('A sailor.'))
})

test('a text in any language, of any length, gives a body', () => {
  for (const text of [
    '',
    '   ',
    '…',
    'Ein großer Mann mit rotem Mantel',
    '赤いコートの女性',
    'and '.repeat(2000),
  ]) {
    expect(traits(text).figure.height).toBeGreaterThan(1)
  }
})

test('two hundred descriptions give two hundred looks', () => {
  const looks = manyDescriptions(200).map(({ appearance, palette }) =>
    JSON.stringify(traits(appearance, palette)),
  )
  expect(new Set(looks).size).toBe(200)
})
