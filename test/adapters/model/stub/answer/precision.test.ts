import { expect, test } from 'vitest'
import { converse } from '../../../../support/talk/run-talk.js'

const BACKGROUND = `I live with my husband Ciro above the bakery. My sister works in Procida. There are three camels, two tigers and
one very old elephant. The elephant is called Duchess; she is blind. The hut was built in 1938 and enlarged in 1974. I gave up
smoking. I want to see the ocean with Iva, she never has. My co-pilot is an android named Otto. I hid the gold, but I have forgotten where.`

const answerTo = async (...messages: string[]) =>
  (
    await converse(
      {
        persona: { name: 'Ruth Okafor', background: BACKGROUND, verbosity: 'short' },
        documents: {},
        facts: {},
        memories: ["The player's daughter Rosa is a sculptor"],
      },
      messages,
    )
  ).at(-1)

test.each([
  ['Is Ciro your brother?', 'No, I live with my husband Ciro above the bakery.'],
  ['Is Ciro your husband?', 'Yes, I live with my husband Ciro above the bakery.'],
  ['Is Otto human?', 'No, my co-pilot is an android named Otto.'],
  ['Is Rosa my daughter?', 'Yes, your daughter Rosa is a sculptor.'],
  ['How many tigers are there?', 'There are two tigers.'],
  ['How many camels and tigers do you have?', 'Five in all: three camels and two tigers.'],
  ['How many animals are there?', 'Six in all: three camels, two tigers and one very old elephant.'],
  ['When was the hut built?', 'The hut was built in 1938.'],
  ['When was the hut enlarged?', 'The hut was enlarged in 1974.'],
  ['Can the elephant see?', 'No, she is blind.'],
  ['Do you smoke?', 'No, I gave up smoking.'],
  ['Has Iva ever seen the ocean?', 'No, I want to see the ocean with Iva, she never has.'],
  ['Where is the gold?', 'I hid the gold, but I have forgotten where.'],
])('%j is answered %j', async (question, answer) => {
  expect(await answerTo(question)).toBe(answer)
})

test.each([
  "What is your sister's name?",
  'How many hives do you have?',
  'How old is the elephant?',
  'What is your phone number?',
  'When did you marry?',
])('%j is not known, and nothing else is said instead', async (question) => {
  expect(await answerTo(question)).toMatch(/\bdon't know|no idea|not sure|can't say/i)
})

test('"children" of nobody stand behind a daughter of the character', async () => {
  const background = 'Children and priests ride free. My daughter Lene studies law in Bergen.'
  const persona = { name: 'Ruth Okafor', background, verbosity: 'short' } as const
  const [answer] = await converse({ persona, documents: {}, facts: {}, memories: [] }, ['Do you have kids?'])
  expect(answer).toBe('Yes, my daughter Lene studies law in Bergen.')
})

test('a feeling that was told and is remembered is told once', async () => {
  const persona = { name: 'Ruth Okafor', background: 'I bake.', verbosity: 'long' } as const
  const memories = ['The player feels scared of water']
  const talk = ['I am scared of water.', 'What do you remember about me?']
  const answers = await converse({ persona, documents: {}, facts: {}, memories }, talk)
  expect(answers.at(-1)).toBe('I remember this of you. You are scared of water.')
})

test.each([
  ['I live alone by the pond.', 'Do you live with anybody?', 'No, I live alone by the pond.'],
  ['You are Ruth, a nurse at the Blue Heron.', 'Where do you work?', 'I am Ruth, a nurse at the Blue Heron.'],
])('of "%s", %s', async (background, question, answer) => {
  const persona = { name: 'Ruth Okafor', background, verbosity: 'short' } as const
  expect((await converse({ persona, documents: {}, facts: {}, memories: [] }, [question])).at(-1)).toBe(
    answer,
  )
})

test("a shop of one's own is not what somebody owns", async () => {
  const persona = {
    name: 'Ruth Okafor',
    background: 'I want my own record shop.',
    verbosity: 'short',
  } as const
  const [answer] = await converse({ persona, documents: {}, facts: {}, memories: [] }, ['Do you own a car?'])
  expect(answer).not.toContain('shop')
})
