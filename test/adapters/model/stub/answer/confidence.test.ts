import { expect, test } from 'vitest'
import { lastReply } from '../../../../support/talk/run-talk.js'

const UNKNOWN = /don't know|no idea|can't say|couldn't tell|not sure/i

const ask = (background: string, question: string, tagline = '') =>
  lastReply({ name: 'Ada Finch', tagline, background, verbosity: 'short' }, question)

test.each([
  [
    'a reason of something else',
    'I became a cook at nineteen. I love thunder.',
    'Why did you become a cook?',
  ],
  ['an origin of children', 'I wedded Una Blount, who bore me two sons.', 'Where were you born?'],
  [
    'what somebody else did',
    'I am small. Mr Pargeter smelled of tallow and never once raised his voice.',
    'Who brought you up?',
  ],
  ['a time for a place', 'I practise in May and in October.', 'Where do you practise?'],
])('%s is not told', async (_, background, question) => {
  expect(await ask(background, question)).toMatch(UNKNOWN)
})

test.each([
  [
    'Owes the butcher Hanne 30 silver. Sings. Has a toad.',
    'How much money do you owe?',
    'I owe the butcher Hanne 30 silver.',
  ],
  [
    'I have three lodgers. My shield bears a heron.',
    'What is painted on your shield?',
    'My shield bears a heron.',
  ],
])('of "%s" what likely answers is told, though the words differ', async (background, question, answer) => {
  expect(await ask(background, question)).toBe(answer)
})

test.each([
  ["Older brother Drokk guards the king's vault.", "What's the king called?"],
  ["My neighbour's rooster, Napoléon, wakes me.", 'What is your neighbour called?'],
  ['It is 40 metres long. I like hills.', 'How heavy is it?'],
  ['The printer Froschauer has a tame jackdaw. I bake.', 'Do you have any pets?'],
  ['I will not enter a room with spiders. I bake.', 'Do you have any pets?'],
  ['The postwoman has a terrier that is afraid of me.', 'What is your biggest fear?'],
  ['Mr Haverkamp grants loans.', "What is Mr Haverkamp's first name?"],
  ['On Thursdays I sing in a choir.', 'What is the name of your choir?'],
  ['Now sit down, there is soup.', 'What kind of soup is it?'],
  ['A herbal with two hundred woodcuts ruined me. I print.', 'What does the herbal cost?'],
])('of "%s" nothing answers "%s"', async (background, question) => {
  expect(await ask(background, question)).toMatch(UNKNOWN)
})

test.each([
  ["Mei's ferret, Biscuit, chews my cables. I play chess.", 'Who owns the ferret?', "It is Mei's ferret."],
  ['The postwoman has a terrier. I sleep.', 'Whose is the terrier?', 'The postwoman has a terrier.'],
])('of "%s" the owner is told', async (background, question, answer) => {
  expect(await ask(background, question)).toBe(answer)
})

test('what is known of somebody by name answers a question about who they are', async () => {
  const background = 'My brother is Marc. I bake. I sing. Marc lives in Perpignan. I swim in the lake.'
  expect(await ask(background, 'Where does your brother live?')).toBe('Marc lives in Perpignan.')
})

test.each([
  [
    'The course costs 480 pounds with a room and 310 without.',
    'What does the course cost with a room?',
    'The course costs 480 pounds with a room.',
  ],
  [
    'The rink holds 2,150 people; 1,900 was before the new stand.',
    'How many people does the rink hold?',
    'The rink holds 2,150 people.',
  ],
  [
    'I rent rooms; breakfast is at eight. The café, the Gull, has a terrace; ask Ms Tanner for a table.',
    'What is the café called?',
    'The café, the Gull, has a terrace.',
  ],
  ['I left not for money, but because the roof leaked.', 'Why did you leave?', 'Because the roof leaked.'],
  [
    'I had meant to be a dentist, but fainted in the first lecture.',
    'Why did you not become a dentist?',
    'I had meant to be a dentist, but fainted in the first lecture.',
  ],
  [
    'I had meant to be a dentist, but fainted in the first lecture.',
    'What did you want to be?',
    'I had meant to be a dentist.',
  ],
])('of "%s" only what was asked is told', async (background, question, answer) => {
  expect(await ask(background, question)).toBe(answer)
})

test.each([
  ['I drink only mate.', 'May I offer you a coffee?', 'No, I drink only mate.'],
  ['I have never eaten fish.', 'Would you like some salmon?', 'No, I have never eaten fish.'],
  [
    'My friend Dot has a terrier called Winston.',
    'Is Winston your dog?',
    'No, my friend Dot has a terrier called Winston.',
  ],
  ['I have a goat. I bake.', 'Do you have any pets?', 'Yes, I have a goat.'],
  ['I have never flown. My home airport is Turin.', 'Have you ever flown?', 'No, I have never flown.'],
  ['Helmets are free.', 'Do I have to pay for a helmet?', 'No, helmets are free.'],
  ['Towels are 2 euros.', 'Do I have to pay for a towel?', 'Yes, towels are 2 euros.'],
  [
    'It has been written that I ate my boots; it was my belt.',
    'Did you eat your boots?',
    'No, it has been written that I ate my boots; it was my belt.',
  ],
])('"%s" decides "%s"', async (background, question, answer) => {
  expect(await ask(background, question)).toBe(answer)
})

test('two sentences that differ in nothing but a number are both told', async () => {
  const background = 'I keep forty hives above the village. I keep thirty hives above the village.'
  expect(await ask(background, 'How many hives do you keep?')).toMatch(/forty.+thirty/)
})

test('who comes home in a clause about somebody else is not the character', async () => {
  const background = 'I was raised by my aunt, since my mother sang at sea and came home only at Easter.'
  expect(await ask(background, 'When did you come home?')).not.toMatch(/^I came/)
})

test('a thing that shares a word with a title stays that thing', async () => {
  expect(
    await ask('Drives the ice machine every night.', 'What do you drive?', 'ice master at the rink'),
  ).toMatch(/I drive the ice machine/)
})
