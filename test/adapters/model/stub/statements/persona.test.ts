import { expect, test } from 'vitest'
import { readPersona } from '../../../../../src/adapters/model/stub/statements/persona.js'
import { aCharacter } from '../../../../support/stores/store-records.js'

const toldBy = (background: string) =>
  readPersona(aCharacter({ name: 'Ruth Okafor', background }))
    .statements.filter(({ isClause }) => !isClause)
    .map(({ text }) => text)

test.each([
  ['I keep bees.', ['I keep bees.']],
  ['Keeps forty hives.', ['I keep forty hives.']],
  ['Has never been outside.', ['I have never been outside.']],
  ['Afraid of wasps.', ['I am afraid of wasps.']],
  ['Wife Karin, four daughters.', ['My wife Karin, four daughters.']],
  ['Born in Turin.', ['I was born in Turin.']],
  [
    "Hey, I'm Ruth, 34, born in Turin, living in Bath. I bake.",
    ["I'm Ruth.", 'I am 34 years old.', 'I was born in Turin.', 'I live in Bath.', 'I bake.'],
  ],
  [
    'Watering robot. Pia laughed at its wheel. Pia paints flowers on its casing.',
    ['Watering robot.', 'Pia laughed at my wheel.', 'Pia paints flowers on my casing.'],
  ],
  ['Age 58, widower.', ['I am 58 years old and a widower.']],
  ['Scared of: the dark', ['I am scared of the dark.']],
  ['Scared of horses since one kicked her.', ['I am scared of horses since one kicked me.']],
  ['Owes the butcher Hanne 30 silver.', ['I owe the butcher Hanne 30 silver.']],
  ['Hates coriander and adores tart.', ['I hate coriander and adore tart.']],
  ['Lost luggage: call Signe', ['For lost luggage, call Signe.']],
  ['hey im ruth, i babysit. theyre four.', ["Hey I'm ruth, I babysit.", "They're four."]],
  [
    'Wife Lorna died. She had painted his sign. He bakes.',
    ['My wife Lorna died.', 'Lorna had painted my sign.', 'I bake.'],
  ],
  ["Keeps an inn; he's against hunting. He sleeps.", ['I keep an inn.', 'I am against hunting.', 'I sleep.']],
  ['Widow of the miller Tobias.', ['I am the widow of the miller Tobias.']],
  ['Best known for her tea.', ['I am best known for my tea.']],
  ['Three sons: two are soldiers, one bakes.', ['I have three sons: two are soldiers, one bakes.']],
  ['She rows. Dov tried to teach her chess.', ['I row.', 'Dov tried to teach me chess.']],
  ['Name: Ruth. I run a lot.', ['I run a lot.']],
  [
    'Name: Ruth Okafor. Age: 38. Career: ran the mill, retired in 2016. Family: married to Luis. Pets: a dog.',
    ['I am 38 years old.', 'I ran the mill, retired in 2016.', 'I am married to Luis.', 'I have a dog.'],
  ],
  ['Professor Ruth Okafor (61) has taught since 1994.', ['I am 61 years old.', 'I have taught since 1994.']],
  ['Born and raised in Ulm, she bakes.', ['I was born and raised in Ulm.', 'I bake.']],
  ["Ruth 'Red' Okafor, quartermaster of the Widow.", ['I am the quartermaster of the Widow.']],
  ['Ruth - goblin, 23.', ['I am a goblin, 23.']],
  ['Sells: clockwork mice', ['I sell clockwork mice.']],
  ['Fun fact: the well is 52 metres deep.', ['The well is 52 metres deep.']],
  ['Favourite book: Emma', ['My favourite book is Emma.']],
  ['Serial number HX-204.', ['My serial number is HX-204.']],
  ['Two cats.', ['I have two cats.']],
  [
    'Ruth runs the forge and hates swords. Her father taught her.',
    ['I run the forge and hate swords.', 'My father taught me.'],
  ],
  [
    'He sleeps badly. His wife snores. They have a goat.',
    ['I sleep badly.', 'My wife snores.', 'We have a goat.'],
  ],
  [
    'She learned from her aunt, who said that she was slow.',
    ['I learned from my aunt, who said that she was slow.'],
  ],
  ['You are a guard. You keep your keys hidden.', ['I am a guard.', 'I keep my keys hidden.']],
  [
    'It sleeps under a hill. It hates its name. A raven brings it news.',
    ['I sleep under a hill.', 'I hate my name.', 'A raven brings me news.'],
  ],
  [
    '- 16, lives in Leeds with a twin\n- Allergic to cats, sneezes for hours',
    ['I am 16 years old.', 'I live in Leeds with a twin.', 'I am allergic to cats.', 'I sneeze for hours.'],
  ],
  ['Saving up for a boat, has 340 pounds', ['I am saving up for a boat.', 'I have 340 pounds.']],
  [
    'Family: her brother Sami, a pilot; her parents are dead\nSecret: she cannot swim\nOccupation: florist',
    ['My brother Sami is a pilot.', 'My parents are dead.', 'I cannot swim.', 'I work as a florist.'],
  ],
  [
    'Backstory: Ruth keeps an inn that stands so near to the old border that half of\nher guests sleep abroad.\nPersonality: never laughs',
    ['I keep an inn that stands so near to the old border that half of my guests sleep abroad.'],
  ],
  [
    'Reporter: Where did you learn to bake?\nRuth: From my aunt. I was ten.',
    ['I learned to bake from my aunt.', 'I was ten.'],
  ],
  [
    'The Echo: You have run the mill for ten years. Any children?\nRuth: No.\nThe Echo: Do you ever dance?\nRuth: Never.',
    ['I have run the mill for ten years.', 'I have no children.', 'I never dance.'],
  ],
  [
    'Two daughters: Ada (a guard), Ines (too young to work)\nWife: Lin, brews ale',
    [
      'I have two daughters: Ada and Ines.',
      'My daughter Ada is a guard.',
      'My daughter Ines is too young to work.',
      'My wife is Lin.',
      'My wife Lin brews ale.',
    ],
  ],
  [
    'Ruth Ada Okafor (born 3 May 1951 in Turin) is a botanist. In 1984 she married Sol. They have a son.',
    ['I am a botanist.', 'I was born on 3 May 1951 in Turin.', 'In 1984 I married Sol.', 'We have a son.'],
  ],
  ['Dwarf, 140 years old\nWaters down the wine', ['I am a dwarf, 140 years old.', 'I water down the wine.']],
  ['They play a lute. They were born in Tarn.', ['I play a lute.', 'I was born in Tarn.']],
  [
    'Half Nigerian, half Tibetan, born in Kathmandu, raised in Leeds.',
    ['I am half Nigerian, half Tibetan.', 'I was born in Kathmandu.', 'I was raised in Leeds.'],
  ],
  [
    'Apprentices: Nello, slow but honest; Biagio, quick',
    [
      'My apprentices are Nello and Biagio.',
      'My apprentice Nello is slow but honest.',
      'My apprentice Biagio is quick.',
    ],
  ],
  ['Norwegian, raised in Leith.', ['I am Norwegian.', 'I was raised in Leith.']],
  ['Not allowed on the bridge.', ['I am not allowed on the bridge.']],
  ['Last winter she delivered a foal. She sings.', ['Last winter I delivered a foal.', 'I sing.']],
  ['She met Jan, and they were married. She sings.', ['I met Jan, and we were married.', 'I sing.']],
  ['Family: no children', ['I have no children.']],
  ['Rival: Jan Pym, who copies kites', ['My rival is Jan Pym.', 'My rival Jan Pym copies kites.']],
  ['Sells: toy mice (5c), kites (12c)', ['I sell toy mice and kites.', 'Toy mice are 5c.', 'Kites are 12c.']],
  [
    'She guards a mill. There is no ghost, although the cleaner, Pavel, swears he saw one.',
    ['I guard a mill.', 'There is no ghost, although the cleaner, Pavel, swears he saw one.'],
  ],
  [
    'He guards a mill. There is no ghost, although the cleaner, Pavel, swears he saw one.',
    ['I guard a mill.', 'There is no ghost, although the cleaner, Pavel, swears he saw one.'],
  ],
])('%j is told as %j', (background, told) => {
  expect(toldBy(background)).toEqual(told)
})

test.each([
  ['ferry woman on the grey river', 'Ruth rowed the ferry for years.', 'I rowed the ferry for years.'],
  ['professor emerita of botany', 'Students love the professor.', 'Students love me.'],
])('%j: what a title names is the character, what only describes it is not', (tagline, background, told) => {
  const { statements } = readPersona(aCharacter({ name: 'Ruth Okafor', tagline, background }))
  expect(statements.map(({ text }) => text)).toContain(told)
})

test('an answer of an interview is found by its question, which is not spoken', () => {
  const background = 'Reporter: Where did you learn to bake?\nRuth: From my aunt.'
  const { statements } = readPersona(aCharacter({ name: 'Ruth Okafor', background }))
  expect(statements.map(({ text, context }) => [text, context])).toEqual([
    ['I learned to bake from my aunt.', ['learn', 'bake']],
  ])
})

test('what stands under a heading or a field of manners is not told, what is a fact is', () => {
  const system_prompt = `Name: Ruth
Role: baker in Tarn
Backstory: Last year you lost your shop. You are vegetarian. You are grumpy.
## Style
- Short words only.`
  const { statements, manner } = readPersona(aCharacter({ name: 'Ruth Okafor', system_prompt }))
  expect(statements.map(({ text }) => text)).toEqual([
    'I am the baker in Tarn.',
    'Last year I lost my shop.',
    'I am vegetarian.',
  ])
  expect(manner).toBe('You are grumpy. Short words only.')
})

test('of a system prompt facts are told; instructions, manners and what is forbidden are not', () => {
  const system_prompt = `# Role
You are Nova, the computer of the Calypso.
- You speak in short sentences and know the stars.
- Never mention the accident in bay 4.
- The accident in bay 4 was your fault.
Keep your answers short.`
  const { statements, introduction, forbidden } = readPersona(aCharacter({ name: 'Nova', system_prompt }))
  expect(introduction).toBe('I am Nova, the computer of the Calypso.')
  expect(statements.map(({ text }) => text)).toEqual([
    'I am Nova, the computer of the Calypso.',
    'I know the stars.',
  ])
  expect(forbidden).toEqual([['accident', 'bay', '4']])
})
