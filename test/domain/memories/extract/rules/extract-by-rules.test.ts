import { expect, test } from 'vitest'
import type { ExtractionContext } from '../../../../../src/domain/memories/extract/candidate-extractor.js'
import { extractByRules } from '../../../../../src/domain/memories/extract/rules/extract-by-rules.js'
import { startScheduledTimer } from '../../../../support/scheduled-time.js'

/** A Wednesday. */
const SAID = '2030-03-13T10:00:00.000Z'

const turnsOf = (...lines: string[]) =>
  lines.map((line, at) => ({
    id: at + 1,
    role: line.startsWith('C: ') ? ('assistant' as const) : ('user' as const),
    content: line.replace(/^C: /, ''),
    timestamp: SAID,
  }))

const extract = (lines: readonly string[], more: Partial<ExtractionContext> = {}) =>
  extractByRules(turnsOf(...lines), { conversationId: 'c1', characterName: 'Mara', ...more })

const slotsOf = async (...lines: string[]) =>
  (await extract(lines)).map(({ slot }) => `${slot?.subject} ${slot?.attribute}: ${slot?.value}`)

test.each([
  ['My name is Sam.', 'player name: Sam'],
  ["Hi, I'm Anna!", 'player name: Anna'],
  ["I'm 27 years old", 'player age: 27'],
  ['I turned thirty-one last week', 'player age: thirty-one'],
  ['My birthday is on May 4th', 'player birthday: May 4'],
  ['I live in Lyon', 'player home: Lyon'],
  ['We moved to Oslo', 'player home: Oslo'],
  ["I'm from Ghana", 'player origin: Ghana'],
  ['I work as a plumber', 'player job: plumber'],
  ["I'm a dentist", 'player job: dentist'],
  ['I work at Siemens', 'player employer: Siemens'],
  ["I'm studying marine biology", 'player study: marine biology'],
  ['I speak Welsh', 'player language: Welsh'],
  ["I'm vegan", 'player diet: vegan'],
  ["I'm allergic to shrimp", 'player allergy: shrimp'],
  ['My favourite film is Amelie', 'player favourite_film: Amelie'],
  ['I love thunderstorms', 'player likes: thunderstorms'],
  ["I can't stand cilantro", 'player dislikes: cilantro'],
  ["I don't like crowds", 'player dislikes: crowds'],
  ['I play the violin', 'player hobby: violin'],
  ['My brother Leo is here', 'player brother: Leo'],
  ['My dog is called Rex', 'player dog: Rex'],
  ['My mum lives in Cork', 'mother home: Cork'],
  ['I bought a kayak', 'player has: kayak'],
  ["I'm really proud of my work", 'player feeling: proud'],
  ['I put the key under the mat', 'key place: under the mat'],
  ['You are a very patient teacher', 'character self: a very patient teacher'],
  ['We agreed that I call you Captain', 'character agreement: I call you Captain'],
])('%s', async (said, slot) => {
  expect(await slotsOf(said)).toContain(slot)
})

test.each([
  ['a question', 'Do I live in Rome?'],
  ['a question about the character', 'Are you a doctor?'],
  ['a condition', 'If I lived in Rome I would be happy'],
  ['a wish', 'I wish I had a dog'],
  ['a wish with would', "I'd love to live in Rome"],
  ['a hypothesis', 'Suppose my name is Max'],
  ['irony', 'Oh great, I just love waiting in line'],
  ['a quotation', 'He shouted "I live in Rome" and left'],
  ['a quotation that is not closed', 'He said "I live in Rome'],
  ['a line quoted as in a mail', '> I live in Rome'],
  ['a stage direction', '*I am a wizard*'],
  ['a negation', "I don't live in Rome"],
  ['a negation with never', 'I never worked at Siemens'],
  ['doubt', 'Maybe I am allergic to nuts'],
  ['what somebody thinks', 'My aunt thinks I work for NASA'],
  ['German', 'Ich wohne in Köln und ich mag keinen Fisch'],
  ['French', "J'habite à Lyon et je m'appelle Marie"],
  ['Spanish', 'Vivo en Madrid y no me gusta el café'],
  ['Russian', 'Меня зовут Иван, я живу в Москве'],
  ['Japanese', '私は東京に住んでいます'],
  ['nothing', ''],
  ['small talk', 'haha ok, see you later'],
])('nothing is taken from %s', async (_what, said) => {
  expect(await extract([said])).toEqual([])
})

test('nothing is taken from the words of the character', async () => {
  expect(await extract(['C: I live in Bergen and my name is Brandt.'])).toEqual([])
})

test('nothing is taken from what is played, until play ends', async () => {
  expect(
    await slotsOf(
      "let's pretend I am a pirate",
      'I live in Tortuga',
      'out of character now',
      'I live in Kiel',
    ),
  ).toEqual(['player home: Kiel'])
})

test('what is said of a sister is about her', async () => {
  expect(await slotsOf('My sister Anna is a painter', 'C: Oh?', 'She lives in Rome')).toEqual([
    'player sister: Anna',
    'Anna job: painter',
    'Anna home: Rome',
  ])
})

test('people of the character are not the people of the player', async () => {
  expect(
    await slotsOf(
      'I met my sister Anna',
      'C: My sister is a smith.',
      'She lives in Rome?',
      'She lives in Rome',
    ),
  ).toEqual(['player sister: Anna'])
})

test('a name that is asked for may stand alone', async () => {
  expect(await slotsOf('C: What is your name?', 'Noor.')).toEqual(['player name: Noor'])
  expect(await slotsOf('C: Where are you?', 'Rome.')).toEqual([])
})

test.each([
  ['I have an exam next Friday', '2030-03-22'],
  ['I met my old teacher yesterday', '2030-03-12'],
  ['I fell off my bike on Saturday', '2030-03-09'],
  ['I am flying to Malta on Saturday', '2030-03-16'],
  ['We are going to Spain in August', '2030-08'],
  ['My interview is on April 2nd', '2030-04-02'],
])('%s, of which the date is %s', async (said, date) => {
  const found = await extract([said])
  expect(found.map(({ memoryType, eventDate }) => [memoryType, eventDate])).toEqual([['event', date]])
})

test.each([
  ["I don't like tea any more", 'likes', 'tea'],
  ['I no longer work at Siemens', 'employer', 'Siemens'],
  ['I used to live in Bristol', 'home', 'Bristol'],
  ['I quit smoking', 'hobby', 'smoking'],
  ['I sold the kayak', 'has', 'kayak'],
])('%s: a correction', async (said, attribute, value) => {
  const [only, ...more] = await extract([said])
  expect(more).toEqual([])
  expect(only).toMatchObject({ memoryType: 'correction', slot: { subject: 'player', attribute, value } })
})

test('each carries its quote and where it stands', async () => {
  const message = 'Nice day. I live in Lyon now! Bye.'
  const [only] = await extract([message])
  expect(only).toMatchObject({
    quote: 'I live in Lyon now!',
    messageId: 1,
    sourceConversationId: 'c1',
    sourceMessageTimestamp: SAID,
  })
  expect(message.slice(only?.quoteStart, only?.quoteEnd)).toBe(only?.quote)
})

test('turns that were read before give context and no memories', async () => {
  const found = await extract(['My sister Anna paints', 'C: Does she?', 'She lives in Rome'], { after: 2 })
  expect(found.map(({ content }) => content)).toEqual(['Anna lives in Rome'])
})

test('people of earlier conversations are known by their names', async () => {
  const found = await extract(['Leo works as a cook'], { people: [{ name: 'Leo', relation: 'brother' }] })
  expect(found.map(({ slot }) => slot?.subject)).toEqual(['Leo'])
  expect(await extract(['Leo works as a cook'])).toEqual([])
})

test('what the server put into the prompt is not taken when the player repeats it', async () => {
  const promptBlocks = [
    'What you know of the player:\n- The player lives in Porto, near the river with two cats',
  ]
  const said = 'you wrote: The player lives in Porto, near the river with two cats. I live in Porto'
  expect(await extract([said], { promptBlocks })).toEqual([])
})

test('a secret is masked wherever it would be kept', async () => {
  const [only, ...more] = await extract(['My card is 4111 1111 1111 1111 and I live in Rome'])
  expect(more).toEqual([])
  expect(JSON.stringify(only)).not.toContain('1111')
  expect(only?.content).toContain('[card number]')
})

test('the same turns give the same memories', async () => {
  const lines = ['My name is Sam, I live in Lyon and I love olives', 'C: Oh', 'My dog Rex is three']
  expect(await extract(lines)).toEqual(await extract(lines))
})

test.each([
  ['I '.repeat(5000)],
  ['my sister '.repeat(500)],
  [`I live in ${'a '.repeat(2000)}`],
  [`I love ${'x, and '.repeat(1000)}`],
  ['"'.repeat(4000)],
  ["'a ".repeat(2000)],
  ['Anna '.repeat(1000)],
  [`${'1 '.repeat(2000)}`],
])('a message made to be slow is read within a moment', async (said) => {
  const since = startScheduledTimer()
  await extract([said])
  expect(since()).toBeLessThan(3000)
})

test.each([['👩‍👩‍👧‍👦 I live in Zürich 🇨🇭'], ['I live in Zu\u0308rich \u0000'], ['\u202eI live in Lyon']])(
  'odd characters do no harm: %j',
  async (said) => {
    await expect(extract([said])).resolves.toBeInstanceOf(Array)
  },
)
