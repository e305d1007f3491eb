import { expect, test } from 'vitest'
import { converse } from '../../../../support/talk/run-talk.js'

const UNKNOWN = /don't know|no idea|can't say|couldn't tell|not sure/i

const ask = async (
  background: string,
  messages: readonly string[],
  more: {
    documents?: Record<string, readonly string[]>
    memories?: readonly string[]
    tagline?: string
  } = {},
) => {
  const { documents = {}, memories = [], tagline = '' } = more
  const replies = await converse(
    { persona: { name: 'Ada Finch', tagline, personality: '', background }, documents, memories, facts: {} },
    messages,
  )
  return replies.at(-1) ?? ''
}

test.each([
  ['what is done is no thing', 'I run a bar. On Mondays Ciro goes fishing.', 'How many pets do you have?'],
  ['a name is no word', 'I cook on the Merry Widow. I like soup.', 'Are you married?'],
  ['where somebody else is from', 'My mother kept a boarding house in Hull.', 'Where do you live?'],
  ['children are no daughter', 'I was born in Hull, the fourth of six children.', 'Where is your daughter?'],
  ['a year in which something was not', 'I have not flown since 2009.', 'Since when have you had the shop?'],
  [
    'a name beside something else',
    'My companion is Ines, and I have three geese.',
    'What are the geese called?',
  ],
])('%s, and does not answer', async (_, background, question) => {
  expect(await ask(background, [question])).toMatch(UNKNOWN)
})

test('what is denied of something else is not denied', async () => {
  expect(await ask('There is no laundry on Sundays.', ['Do you fish on Sundays?'])).not.toMatch(/^No/)
  expect(await ask('I keep bees, if the frost does not come.', ['Do you keep bees?'])).not.toMatch(/^No/)
})

test('there is a brother whatever else is denied of him, and none where it says so', async () => {
  expect(await ask('I do not want to be found by my brother.', ['Do you have a brother?'])).toMatch(/^Yes/)
  expect(await ask('I have no brothers or sisters.', ['Do you have any siblings?'])).toMatch(/^No/)
})

test('where two sources disagree both are told', async () => {
  const documents = { 'sheet.txt': ['The bypass has a length of 17 kilometres.'] }
  const answer = await ask('I measured the bypass, a length of 14 kilometres.', ['How long is the bypass?'], {
    documents,
  })
  expect(answer).toContain('14 kilometres')
  expect(answer).toContain('17 kilometres')
})

test('of what is corrected only the correction is told', async () => {
  const later = await ask('', ["My car is blue. Actually no, it's green.", 'What colour is my car?'])
  expect(later).toContain('green')
  expect(later).not.toContain('blue')
  const anew = await ask('', ['My car is blue.', 'Actually, my car is red.', 'What colour is my car?'])
  expect(anew).toContain('red')
  expect(anew).not.toContain('blue')
})

test.each([
  ['51; unmarried; runs the Swan pharmacy; allergic to penicillin', 'How old are you?', 'I am 51 years old.'],
  ['51; unmarried; runs the Swan pharmacy; allergic to penicillin', 'Are you married?', 'I am unmarried.'],
  ['31, born in El Paso, plays drums', 'Where were you born?', 'I was born in El Paso.'],
])('of the notes "%s" one answers "%s"', async (background, question, answer) => {
  expect(await ask(background, [question])).toContain(answer)
})

test('a text that calls the character by its title tells of it', async () => {
  const background =
    'Ada Finch taught for years. Since 2019 the professor has lived on Skerra with three geese.'
  expect(await ask(background, ['Where do you live?'], { tagline: 'professor emerita of law' })).toContain(
    'I have lived on Skerra',
  )
})

test('what stands beside the answer in a sentence is not told', async () => {
  const documents = {
    'rules.txt': ['Towels are 2 euros, lockers are free. Check-in is from 3 pm, check-out until 11 am.'],
  }
  expect(await ask('', ['Are the lockers free?'], { documents })).toBe('Yes, lockers are free.')
})
