import { expect, test } from 'vitest'
import { converse, lastReply } from '../../../../support/talk/run-talk.js'

/** The answer of a character with this background to the question, and nothing else that was told. */
const answerOf = (
  { background, tagline = '' }: { background: string; tagline?: string },
  ...questions: string[]
) => lastReply({ tagline, background, verbosity: 'short' }, ...questions)

const UNKNOWN = /\bdon't know|no idea|not sure|can't say/i

test.each([
  ['My twin boys, Ben and Sam, are nine, and I bake.', 'How old are your sons?', /nine/],
  ['Pia bakes and our three girls, Ada, Ina and Uta, are four.', 'How old are your daughters?', /four/],
  ['I live with my friend Eva and her daughter Juno, 9, in Bath.', 'How old is Juno?', /9/],
  ['I have a nephew, Tom (31), who rows.', "What is Tom's age?", /31/],
])('%j tells %j', async (background, question, told) => {
  expect(await answerOf({ background }, question)).toMatch(told)
})

test.each([
  ['I live with my friend Eva and her daughter Juno.', 'Is Juno your daughter?', /^No\b/],
  ['I share a flat with Tom and his sister Ina.', 'Is Ina your sister?', /^No\b/],
  ['My husband, Sir Hugh, died. The vicar, Mr Tibbs, talks.', "What is the vicar's wife called?", UNKNOWN],
  ["My brother has a shop. Otto's shop is big.", "What is Otto's shop called?", UNKNOWN],
  ['A Belgian banker still writes to me at Easter.', "What is the banker's name?", UNKNOWN],
])('%j: whose somebody is keeps them apart in %j', async (background, question, told) => {
  expect(await answerOf({ background }, question)).toMatch(told)
})

test.each([
  ['I was married for eight years.', 'Are you married?', /^No\b/],
  ['I was married to Jon until 2010.', 'Are you married?', /^No\b/],
  ['I was married for eight years.', 'When did you get divorced?', UNKNOWN],
  ['A cow stepped on my left hand when I was twelve.', 'When did you leave?', UNKNOWN],
])('%j: what is over, and a left hand, in %j', async (background, question, told) => {
  expect(await answerOf({ background }, question)).toMatch(told)
})

test.each([
  ['Breakfast is from seven to ten.', 'When is breakfast?', /seven/],
  ['I dine at eight, alone.', 'What time do you have dinner?', /eight/],
  ['The house has six rooms; two of them look out on the sea.', 'How many rooms are there?', /six/],
  ['Breakfast is free, dinner costs 12 extra.', 'What does dinner cost?', /^(?!.*free).*12/],
  ['Adults 6.50 euros, families (two adults, two children) 18 euros.', 'What does a family pay?', /18/],
  ['Children under 14 and pensioners 4 euros, adults 6 euros.', 'How much is it for a pensioner?', /4/],
])('%j: what belongs together holds the value that %j asks for', async (background, question, told) => {
  expect(await answerOf({ background }, question)).toMatch(told)
})

test.each([
  ['Everyone calls me Concha.', 'What do people call you?', /Concha/],
  ['My colleagues call me Red. I bake.', 'What do your colleagues call you?', /Red/],
  ['The cook calls me Mothy; Oduya calls me Bin.', 'What does Oduya call you?', /^(?!.*Mothy).*Bin/],
  ['I speak Nepali, English and a little Yoruba.', 'Do you speak Yoruba?', /^Yes/],
  ['I speak Nepali and English.', 'Do you speak French?', /^(?!Yes).*Nepali/],
  ["One day I'd like to see the Bosphorus.", 'Where would you like to travel?', /Bosphorus/],
  ['I took up boxing to get away from three brothers.', 'Why did you take up boxing?', /three brothers/],
  ['I found a foal in the barn, and the owners named it Bo.', "What's the foal called?", /Bo/],
  ['Room four is haunted, or so the plumber says.', 'Who says room four is haunted?', /plumber/],
  ['The caretaker cleans the pool. I swim.', 'Who cleans the pool?', /caretaker/],
  ['I have a butler, Grimsby, whom I cannot afford, and he knows it.', 'Who is Grimsby?', /butler/],
  ['A banker, once my client, sends me a postcard every year.', 'Who sends you a postcard?', /banker/],
])('%j is told in other words than %j asks', async (background, question, told) => {
  expect(await answerOf({ background }, question)).toMatch(told)
})

test('a machine is meant by "it" where nothing else is', async () => {
  const character = {
    tagline: 'Cleaning drone of a ferry',
    background:
      '- Recharges for an hour every night\n- The cook calls it a bin\n- Its left wheel was replaced',
  }
  expect(await answerOf(character, 'Who calls you a bin?')).toBe('The cook calls me a bin.')
  expect(await answerOf(character, 'How long do you recharge?')).toMatch(/I recharge for an hour/)
  expect(await answerOf(character, 'Which wheel was replaced?')).toMatch(/my left wheel was replaced/i)
})

test.each([
  ['I have five children; the oldest, Sofia, studies law.', "What's your youngest child called?", UNKNOWN],
  ['We found 318 bats in 2019.', 'How many bats did you count in 2021?', /^(?!.*318)/],
  [
    'I lost the final. I live alone with a tortoise.',
    'Does your husband mind the noise?',
    /^No, I live alone/,
  ],
  [
    'I have never been to Sydney. I lay tiles.',
    'How did you like Sydney?',
    /^(?:No, )?I have never been to Sydney/,
  ],
  [
    'I have no dog; the barking comes from next door.',
    'When does your dog sleep?',
    /^(?:No, )?I have no dog/,
  ],
  ['I am a radio operator. I keep a parrot.', 'Which gallery did Pavel fall into last year?', UNKNOWN],
])('%j: what is taken for granted in %j is not accepted', async (background, question, told) => {
  expect(await answerOf({ background }, question)).toMatch(told)
})

test.each([
  ['I was born in Fabriano.', "You were born in Fabriano, weren't you?", /^(?:Yes, )?I was born in Fabriano/],
  ['My sister Ina rows.', "Ina is your sister, isn't she?", /^Yes, my sister Ina rows/],
  ['My sister Ina rows.', 'Ina is your wife, right?', /^No, my sister Ina rows/],
  ['I like tea.', "You like tea, don't you?", /^Yes, I like tea/],
  ['My father wrote last spring.', 'When did he last write, your father?', /last spring/],
  ['My address is 7 Fish Street.', "What's your address, so I can tell a friend?", /Fish Street/],
  ['I have a catfish called Otto.', 'Who is Otto, your teacher?', /catfish/],
])('%j answers %j, whose form hides what is asked', async (background, question, told) => {
  expect(await answerOf({ background }, question)).toMatch(told)
})

test('two questions in one are both answered', async () => {
  const [answer] = await converse(
    {
      persona: { name: 'Ruth Okafor', background: 'The pony is called Turnip. I am afraid of geese.' },
      documents: {},
      facts: {},
      memories: [],
    },
    ['What is the pony called, and what are you afraid of?'],
  )
  expect(answer).toMatch(/Turnip.*geese/)
})

test.each([
  [
    'I lend my ladder to nobody since Mr Bolton brought it back bent.',
    ['Could you lend me your ladder?', 'Why not?'],
    /Mr Bolton brought it back bent/,
  ],
  [
    'I played chess for the town until my eyes gave out.',
    ['Did you play chess?', 'Why did you stop?'],
    /my eyes gave out/,
  ],
  ['I broke my wrist in March and missed six games.', ['Why did you miss the games?'], /broke my wrist/],
  [
    'The lower gallery was flooded and could not be counted.',
    ["Why couldn't you count the gallery?"],
    /flooded/,
  ],
])('%j gives the reason for %j', async (background, questions, told) => {
  expect(await answerOf({ background }, ...questions)).toMatch(told)
})

test.each([
  ['Hours: Tuesday to Saturday, 11:00 to 18:00', 'What time do you shut on a Thursday?', /18:00/],
  ['Open daily from 9:00 to 17:00. I bake.', 'When do you open?', /9:00/],
  ['Hours: Tuesday to Saturday, 11:00 to 18:00', 'When do you close on Monday?', /^(?!.*18:00)/],
  ['Cannot: read or write', 'Can you read?', /^No\b/],
  ['Will not do: faces, hands', 'Do you do faces?', /^No\b/],
  [
    'Family: widow of Guido, who drowned in 1281; daughter Imelda sews',
    'What happened to your husband?',
    /drowned/,
  ],
  ['Sells: rope 4 silver, torch 1 silver', 'What does a rope cost?', /^(?!.*torch).*4 silver/],
  ['Sells: rope 4 silver, torch 1 silver', 'What do you sell?', /rope and torch/],
  ['Prices: 90 pounds an hour, deposit 50 pounds', 'How much is the deposit?', /^(?!.*90).*50/],
  ['Quest "The Bell": bring the bell to Abbot Hewlin. Reward: a cloak', 'Who gets the bell?', /Abbot Hewlin/],
  ['I met the player at the bridge.', 'Where did we meet?', /I met you at the bridge/],
  ['I came home. My brother is Dax. Dax was killed at the gate.', 'What happened to your brother?', /killed/],
  ['I was once engaged to Sofie, who moved to Oslo.', 'Where is Sofie now?', /Oslo/],
  [
    'I share the house with two dogs, Max and Moritz, and with my sister Irma.',
    'What are your dogs called?',
    /^My dogs are called Max and Moritz\.$/,
  ],
  ['The beetle has killed a third of my spruces.', 'How many of the spruces are dead?', /a third/],
  ["I'm saving for a knife: it costs thirty coppers.", 'How much does the knife cost?', /thirty coppers/],
  ['If I were free, I would look at the sea.', 'What would you do if you were free?', /sea/],
])('%j holds the answer to %j', async (background, question, told) => {
  expect(await answerOf({ background }, question)).toMatch(told)
})

test('a tagline of notes is told as what each of them says', async () => {
  const character = { tagline: 'Fifteen, goalkeeper, lives over a shop', background: 'I bake.' }
  expect(await answerOf(character, 'How old are you?')).toBe('I am fifteen years old.')
  expect(await answerOf(character, 'Where do you live?')).toBe('I live over a shop.')
})
