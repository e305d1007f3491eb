import { expect, test } from 'vitest'
import { lastReply } from '../../../../support/talk/run-talk.js'

const ask = (background: string, ...messages: readonly string[]) =>
  lastReply({ background, verbosity: 'short' }, ...messages)

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
