import { expect, test } from 'vitest'
import { fitConditionalLogit, probabilitiesOf } from '../../../../support/talk/conditional-logit.js'
import { converse } from '../../../../support/talk/run-talk.js'

const ask = async (background: string, ...messages: readonly string[]) =>
  (
    await converse(
      {
        persona: { name: 'Ada Finch', background, verbosity: 'short' },
        documents: {},
        memories: [],
        facts: {},
      },
      messages,
    )
  ).at(-1) ?? ''

test.each([
  [
    'I guide visitors. Toilets are next to the lifeboat room. I like rye bread.',
    "Where's the restroom?",
    'lifeboat',
  ],
  [
    'I haunt a hotel. I was engaged to Dora, a chambermaid. I like jazz.',
    'Did you have a sweetheart?',
    'Dora',
  ],
  ['I run a ferry. The crossing takes nine minutes. I was born in Bergen.', 'How long is the ride?', 'nine'],
  [
    'I am a smith. The tower fell in 1911. A storm took the roof of my barn.',
    'Which gale damaged your barn?',
    'storm',
  ],
])('of %j what comes to mind with a word answers %j', async (background, question, told) => {
  expect(await ask(background, question)).toContain(told)
})

test.each([
  ['The shop is open on Tuesday until six. I bake.', 'When do you close on Monday?', 'six'],
  ['We found 318 bats in 2019. I keep a diary.', 'How many bats did you find in 2021?', '318'],
  ['Rebooking costs 40 euros. I work at the airport.', 'How much is a ticket to Riga?', '40'],
  [
    'I drive the cabin. The restaurant at the top has a terrace. It has twelve beds. I was born in Chur.',
    'What is on the menu of the restaurant?',
    'twelve',
  ],
  ['Arrival is due in nineteen days. I steer the ship.', 'How long have you been running?', 'nineteen'],
])('%j does not answer %j, though it is near', async (background, question, untold) => {
  expect(await ask(background, question)).not.toContain(untold)
})

test('fields between slashes are told apart', async () => {
  const told = await ask('Height 1.2 m / mass 48 kg / four arms. I water plants.', 'How much do you weigh?')
  expect(told).toContain('48')
  expect(told).not.toContain('1.2')
})

test('the fit finds the weights that choices were made with, and when to choose none', () => {
  const choices = Array.from({ length: 400 }, (_, at) => {
    const strength = (at % 20) / 10 - 1
    const options = [Float64Array.from([1, strength, at % 3]), Float64Array.from([1, -1, (at + 1) % 3])]
    // Chosen where the second sign is great; the third says nothing.
    const isRight = [strength > 0.3, false]
    return { options, isRight, isNoneRight: strength <= 0.3 }
  })
  const weights = fitConditionalLogit(choices, { penalty: 0.1, steps: 600 })
  expect(weights[1]).toBeGreaterThan(2)
  expect(Math.abs(weights[2] ?? 0)).toBeLessThan(0.2 * (weights[1] ?? 0))
  const [likely, unlikely] = [1, -1].map(
    (strength) => probabilitiesOf([Float64Array.from([1, strength, 0])], weights)[0] ?? 0,
  )
  expect(likely).toBeGreaterThan(0.9)
  expect(unlikely).toBeLessThan(0.1)
  expect(fitConditionalLogit(choices, { penalty: 0.1, steps: 600 })).toEqual(weights)
})

test('a choice that counts less moves the weights less', () => {
  const [yes, no] = [true, false].map((isChosen) => ({
    options: [Float64Array.from([1])],
    isRight: [isChosen],
    isNoneRight: !isChosen,
  }))
  if (yes === undefined || no === undefined) throw new Error('two choices were made')
  const even = fitConditionalLogit([yes, no], { penalty: 0.01 })
  const uneven = fitConditionalLogit([yes, { ...no, weight: 0.2 }], { penalty: 0.01 })
  expect(even[0]).toBeCloseTo(0, 5)
  expect(uneven[0]).toBeGreaterThan(0.5)
})
