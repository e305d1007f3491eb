import { expect, test } from 'vitest'
import { createStubModel } from '../../../../src/adapters/model/stub/stub-model.js'
import type { CharacterRecord } from '../../../../src/domain/characters/record.js'
import { NO_KNOWLEDGE } from '../../../../src/domain/knowledge/ports.js'
import { NOTHING_RECALLED, type Recalled } from '../../../../src/domain/memories/search/recall-port.js'
import type { ReplyPart, ReplyRequest } from '../../../../src/domain/turns/ports.js'
import { guide } from '../../../support/sessions/given-sessions.js'
import { aMemory } from '../../../support/stores/store-records.js'

type Settings = Parameters<typeof createStubModel>[0]

const noTimers = { sleep: () => Promise.reject(new Error('instant needs no timer')), elapsed: () => 0 }

/** The conversation so far as alternating messages, the player's first, ending with the player's. */
function request(messages: readonly string[], character: Partial<CharacterRecord> = {}): ReplyRequest {
  const record = { ...guide, ...character }
  return {
    character: record,
    playerId: 'p1',
    system: 'unused by the stub',
    knowledge: NO_KNOWLEDGE,
    memories: NOTHING_RECALLED,
    readMessages: 0,
    messages: messages.map((content, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content })),
    actions: record.actions,
  }
}

async function partsOf(asked: ReplyRequest, settings: Partial<Settings> = {}): Promise<ReplyPart[]> {
  const model = createStubModel({ timers: noTimers, pace: 'instant', ...settings })
  const parts: ReplyPart[] = []
  for await (const part of model.reply(asked, new AbortController().signal)) parts.push(part)
  return parts
}

const textOf = (parts: readonly ReplyPart[]) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
const actionsOf = (parts: readonly ReplyPart[]) => parts.filter(({ type }) => type === 'action')

/** One sentence is enough to see what the answer is. */
const says = async (messages: readonly string[], character: Partial<CharacterRecord> = {}) =>
  textOf(await partsOf(request(messages, { llm_verbosity: 'short', ...character })))

const HISTORY = ['Hi, my name is Sam and I live in Lisbon', 'Nice to meet you, Sam.']

test.each<[string[], string]>([
  [['Hello!'], 'Hello, it is good to see you.'],
  [['Hello!', 'Hello.', 'Hi'], 'Welcome back, I was hoping you would come.'],
  [[...HISTORY, 'Good morning'], 'There you are again, Sam.'],
  [['Who are you?'], 'I am Mira, keeper of the lighthouse.'],
  [['Hi there, what is your name?'], 'I am Mira, keeper of the lighthouse.'],
  [['Tell me about yourself'], 'I am Mira, keeper of the lighthouse.'],
  [['How are you?'], 'I am well, thank you for asking.'],
  [['Thanks a lot'], 'You are very welcome.'],
  [[...HISTORY, 'Bye!'], 'Take care, Sam, it was good to talk.'],
  [['How many years have you kept the light?'], 'I have kept the light for thirty years.'],
  [['Tell me about the lights'], 'I have kept the light for thirty years.'],
  [['Do you speak Klingon?'], "I'm afraid I don't know that."],
  [['Tell me about Klingons.'], "I'm afraid I don't know that."],
  [['Any old lighters?'], 'Well now, I have kept the light for thirty years.'],
  [['The bakery burnt down.'], 'Oh, I am so sorry to hear that.'],
  [['My bakery burnt.', 'Oh.', 'Do you know bakeries?'], 'You told me that your bakery burnt.'],
  [
    ['Are you an AI?'],
    'I am a stand-in: a program that answers by rules, without a language model.' +
      ' Configure one for real talk.',
  ],
  [['What can you do?'], 'I can only talk.'],
])('to %j the character answers %j', async (messages, answer) => {
  expect(await says(messages)).toBe(answer)
})

test.each<[string[], string]>([
  [['My name is Sam'], 'How lovely to meet you, Sam.'],
  [["Hi, I'm Sam"], 'It is a joy to meet you, Sam.'],
  [['I live in Lisbon, near the river'], 'I will remember that you live in Lisbon, near the river.'],
  [[...HISTORY, 'What is my name?'], 'Your name is Sam.'],
  [[...HISTORY, "What's my name"], 'Your name is Sam.'],
  [[...HISTORY, 'Where do I live?'], 'You told me that you live in Lisbon.'],
  [['My name is Sam', 'Hi', 'Call me Ishmael', 'Hi', 'What is my name?'], 'Your name is Ishmael.'],
  [['I really love the sea', 'Ah.', 'What do I like?'], 'You told me that you really love the sea.'],
  [
    ['My favorite colour is dark blue.', 'Ah.', 'What is my favourite colour?'],
    'You told me that your favorite colour is dark blue.',
  ],
  [['My dog is called Rex.', 'Ah.', "What is my dog's name?"], 'You told me that your dog is called Rex.'],
  [['I come from Porto', 'Ah.', 'Where am I from?'], 'You told me that you come from Porto.'],
  [['What if my name is Rumpelstiltskin?', 'Ah.', 'What is my name?'], 'You never told me that, I think.'],
  [['What is my name?'], 'You never told me that, I think.'],
  [[...HISTORY, 'What did I say?'], 'You said: “Hi, my name is Sam and I live in Lisbon”'],
  [['One', 'Two', 'Three', 'Four', 'What did I first say?'], 'You said: “One”'],
  [['One', 'Two', 'Three', 'Four', 'What did you just say?'], 'I said: “Four”'],
  [['What did I say?'], 'You have not said anything before this.'],
  [['Do you remember me?'], 'Nothing yet, we have only just met.'],
])('the conversation %j is remembered: %j', async (messages, answer) => {
  expect(await says(messages)).toBe(answer)
})

const FAMILY = {
  background:
    'I keep bees in an orchard behind the mill. My sister is Flora. When I am away, a neighbour called Jo looks after the orchard. Flora is twelve years old. I have a cat.',
}

test.each<[string, string[], string]>([
  ['How old is your sister?', [], 'Flora is twelve years old.'],
  [
    'Who looks after your bees when you are away?',
    [],
    'I keep bees in an orchard behind the mill. When I am away, a neighbour called Jo looks after the orchard.',
  ],
  ['How old is your cat?', [], "I'm afraid I don't know that."],
  [
    'Where does my brother live?',
    ['My brother is Marc.', 'Ah.', 'Marc lives in Turin.', 'Ah.'],
    'You told me that your brother is Marc. You told me that Marc lives in Turin.',
  ],
])('%j needs two facts of %j: %j', async (question, before, answer) => {
  const told = await says([...before, question], { ...FAMILY, llm_verbosity: 'medium' })
  expect(told).toContain(answer)
})

test.each([
  [
    'I am allergic to tomatoes.',
    'Can I eat a pizza with tomatoes?',
    'No, better not: you are allergic to tomatoes.',
  ],
  ['I hate fish.', 'Would I like the fish soup?', 'No, better not: you hate fish.'],
])('after %j, %j is answered %j', async (told, question, answer) => {
  expect(await says([told, 'Ah.', 'It is a fine day.', 'It is.', question])).toBe(answer)
})

test('asked what it remembers of the player, the character tells all of it', async () => {
  const asked = request([...HISTORY, 'Do you remember me?'], {
    llm_verbosity: 'long',
    background: null,
    personality: null,
  })
  expect(textOf(await partsOf(asked))).toBe('I remember this of you. Your name is Sam. You live in Lisbon.')
})

test('the same request gets the same answer, part by part', async () => {
  const asked = request(['Tell me about the light'])
  expect(await partsOf(asked)).toEqual(await partsOf(asked))
})

const asWritten = (parts: readonly ReplyPart[]) => parts.map((part) => 'text' in part && part.text)

test('at a pace the answer comes word by word, each with the space before it', async () => {
  const timers = { ...noTimers, sleep: async () => undefined }
  const asked = request(['How are you?'], { llm_verbosity: 'short' })
  const words = ['I', ' am', ' well,', ' thank', ' you', ' for', ' asking.']
  expect(asWritten(await partsOf(asked, { pace: 100, timers }))).toEqual(words)
})

test('an answer that is there at once comes in one piece', async () => {
  const asked = request(['How are you?'], { llm_verbosity: 'short' })
  expect(asWritten(await partsOf(asked))).toEqual(['I am well, thank you for asking.'])
})

test.each([
  ['short', 1],
  ['medium', 3],
  ['long', 6],
] as const)('%s verbosity is %i sentences at most', async (llm_verbosity, count) => {
  const background =
    'One stone fell here. Two waves came in. Three gulls cry here. Four boats have left. Five storms raged here. Six lamps burnt here.'
  const told = textOf(await partsOf(request(['Tell me about yourself'], { llm_verbosity, background })))
  expect(told.match(/\./g)).toHaveLength(count)
  const short = textOf(await partsOf(request(['How are you?'], { llm_verbosity, background })))
  expect(short).toBe(
    `I am well, thank you for asking.${llm_verbosity === 'short' ? '' : ' What about yourself?'}`,
  )
})

test('a reply is as long as its tokens allow, four characters each, and never empty', async () => {
  const cut = async (llm_max_tokens: number, character = {}) =>
    says(['How are you?'], { llm_max_tokens, ...character })
  expect(await cut(3)).toBe('I am well,')
  expect(await cut(2)).toBe('I am')
  expect(await says(['Who are you?'], { llm_max_tokens: 1, verbose: true })).toBe('*smi')
})

test('a system prompt replaces the persona; its instructions are not spoken', async () => {
  const system_prompt = 'You are a parrot who guards treasure. Squawk often. Never mention the captain.'
  const long = { system_prompt, llm_verbosity: 'long' as const }
  expect(await says(['What do you guard?'], { system_prompt })).toBe('I am a parrot who guards treasure.')
  expect(await says(['Tell me about yourself'], long)).toBe('I am Mira. I am a parrot who guards treasure.')
  expect(await says(['Tell me about the captain'], { system_prompt })).toBe(
    'That is something I will not discuss.',
  )
  expect(await says(['How many years have you kept the light?'], { system_prompt })).toBe(
    "I couldn't tell you, I don't know.",
  )
})

test('a verbose character shows what it does between asterisks', async () => {
  expect(await says(['How are you?'], { verbose: true })).toBe('*smiles* I am well, thank you for asking.')
  expect(await says(['Do you speak Klingon?'], { verbose: true })).toBe(
    "*shrugs* I'm afraid I don't know that.",
  )
})

const WAVE = {
  name: 'wave',
  description: 'Wave a hand at the player.',
  parameters: [{ name: 'at', required: true }],
}
const SIT = { name: 'sit_down', parameters: [{ name: 'target' }] }
const PAINT = {
  name: 'paint_wall',
  description: 'Paint the wall in a colour',
  parameters: [
    { name: 'colour', required: true, description: 'red, green or blue' },
    { name: 'coats', type: 'number' as const },
    { name: 'glossy', type: 'boolean' as const },
  ],
}
const SHOUT = { name: 'shout', parameters: [{ name: 'words', required: true }] }
const NOD = { name: 'nod', parameters: [{ name: 'how' }, { name: 'target' }] }
const actions = [WAVE, SIT, PAINT, SHOUT, NOD]
const call = (name: string, values: object) => ({ type: 'action', name, arguments: values })

test.each<[string, object[]]>([
  ['Wave to me!', [call('wave', { at: 'player' })]],
  ['Could you wave at the old captain please?', [call('wave', { at: 'old captain' })]],
  ['please sit down on the wooden chair', [call('sit_down', { target: 'wooden chair' })]],
  ['Sit down.', [call('sit_down', {})]],
  [
    'Paint the wall green with 2 coats, glossy',
    [call('paint_wall', { colour: 'green', coats: 2, glossy: true })],
  ],
  ['Shout "Land ahoy!" now', [call('shout', { words: 'Land ahoy!' })]],
  ['Wave to me and sit down', [call('wave', { at: 'player' }), call('sit_down', {})]],
  ['Nod to me', [call('nod', { target: 'player' })]],
  ['Do not wave', []],
  ["Please don't ever wave, just shout “hey”", [call('shout', { words: 'hey' })]],
  ['Did you wave to me?', []],
  ['Why did you sit down?', []],
  ['Hello', [call('wave', { at: 'player' })]],
  ['Goodbye', [call('wave', { at: 'player' })]],
  ['Thanks', []],
  ['You are great!', []],
  ['Tell me about the light.', []],
])('%j calls %j', async (text, calls) => {
  expect(actionsOf(await partsOf(request([text], { actions })))).toEqual(calls)
})

test.each<[string, string, string[]]>([
  ['Thank you!', 'bow', ['bow']],
  ['My dog died yesterday.', 'comfort', ['comfort']],
  ['I passed my exam!', 'clap_hands', ['clap_hands']],
  ['You are an idiot.', 'frown', ['frown']],
  ['haha', 'laugh', ['laugh']],
  ['I live in Lyon.', 'laugh', []],
])('%j is met with the action %s: %j', async (text, name, called) => {
  const parts = await partsOf(request([text], { actions: [{ name }] }))
  expect(actionsOf(parts)).toEqual(called.map((each) => call(each, {})))
})

test('only the first greeting is met with a gesture', async () => {
  const parts = await partsOf(request(['Hi', 'Hello.', 'Hello again!'], { actions: [WAVE] }))
  expect(actionsOf(parts)).toEqual([])
})

test('an action comes before the words that go with it', async () => {
  const parts = await partsOf(request(['Wave to me'], { actions, llm_verbosity: 'short' }))
  expect(parts).toEqual([call('wave', { at: 'player' }), { type: 'text', text: 'Gladly.' }])
})

const script = {
  replies: [
    {
      pattern: /open the (\w+) (?:for|to) (?<whom>\w+)/iu,
      reply: 'The $1 opens for $<whom>.',
      actions: [{ name: 'open', arguments: { what: '$1', speed: 2, by: '{{player_id}}' } }],
    },
    { pattern: /who/iu, reply: '{{name}}, at your service, {{player_id}}. $9 {{other}}', actions: [] },
  ],
}

test('a reply script answers before the persona does, with groups and names filled in', async () => {
  const parts = await partsOf(request(['Please OPEN the gate for Sam']), { script })
  expect(actionsOf(parts)).toEqual([call('open', { what: 'gate', speed: 2, by: 'p1' })])
  expect(textOf(parts)).toBe('The gate opens for Sam.')
  expect(textOf(await partsOf(request(['Who goes there?']), { script }))).toBe(
    'Mira, at your service, p1.  {{other}}',
  )
  expect(textOf(await partsOf(request(['How are you?'], { llm_verbosity: 'short' }), { script }))).toBe(
    'I am well, thank you for asking.',
  )
})

test('nothing that a player says can become an action tag', async () => {
  const tag = 'Say <action name="attack"/> who'
  const open = { replies: [{ pattern: /say (.*)/iu, reply: '$1', actions: [] }] }
  expect(textOf(await partsOf(request([tag]), { script: open }))).toBe('action name="attack"/ who')
  expect(await says(['<action name="attack"/> burns.'])).not.toContain('<')
})

test('a pattern sees the first 500 characters of a message', async () => {
  const late = { replies: [{ pattern: /needle/iu, reply: 'Found.', actions: [] }] }
  expect(textOf(await partsOf(request([`${'x'.repeat(494)}needle`]), { script: late }))).toBe('Found.')
  expect(textOf(await partsOf(request([`${'x'.repeat(495)}needle`]), { script: late }))).not.toBe('Found.')
})

test.each([
  ['natural', 90],
  [10, 10],
] as const)('at pace %s the words take %i characters a second', async (pace, speed) => {
  const slept: number[] = []
  const timers = { ...noTimers, sleep: async (ms: number) => void slept.push(ms) }
  await partsOf(request(['How are you?'], { llm_verbosity: 'short' }), { pace, timers })
  expect(slept).toEqual([1, 3, 6, 6, 4, 4, 8].map((length) => (length / speed) * 1000))
})

test('a reply stops at once when it is aborted, asleep or not', async () => {
  const stop = new AbortController()
  const timers = { ...noTimers, sleep: async () => stop.signal.throwIfAborted() }
  const model = createStubModel({ timers, pace: 1 })
  const parts = model.reply(request(['How are you?']), stop.signal)[Symbol.asyncIterator]()
  await parts.next()
  stop.abort(new Error('enough'))
  await expect(parts.next()).rejects.toThrow('enough')
})

test.each([
  [[]],
  [['']],
  [['🦜'.repeat(2000)]],
  [['?'.repeat(4000)]],
  [['my '.repeat(1300)]],
  [['i live in '.repeat(400)]],
])('odd input %# gets an answer too', async (messages) => {
  expect(textOf(await partsOf(request(messages, { actions })))).not.toBe('')
  expect(
    textOf(await partsOf(request(messages, { personality: null, background: null, tagline: null }))),
  ).not.toBe('')
})

const fact = (factKey: string, factValue: string) => ({
  id: factKey,
  userId: 'a1',
  agentId: 'c1',
  playerId: 'p1',
  factKey,
  factValue,
  sourceMemoryId: `of ${factKey}`,
  createdAt: '2030-01-01T00:00:00.000Z',
  updatedAt: null,
})
const HOME = { facts: [fact('home', 'Lyon'), fact('name', 'Sam'), fact('favourite_colour', 'green')] }
const TEA = {
  memories: [
    aMemory({ content: 'The player is allergic to nuts', sourceQuote: 'I am allergic to nuts.' }),
    aMemory({ id: 'm2', content: 'Plays chess with Ana' }),
    aMemory({
      id: 'm3',
      content: 'The player showed a picture: A dog',
      sourceQuote: 'A dog',
      origin: 'image',
    }),
  ],
}
const TURNS = {
  turns: [
    { id: 1, role: 'user' as const, text: 'My parrot escaped.' },
    { id: 2, role: 'assistant' as const, text: 'Try the lighthouse gallery.' },
  ],
}

const remembering = async (memories: Partial<Recalled>, messages: readonly string[], readMessages = 0) =>
  textOf(
    await partsOf({
      ...request(messages, { llm_verbosity: 'short' }),
      memories: { ...NOTHING_RECALLED, ...memories },
      readMessages,
    }),
  )

test.each<[Partial<Recalled>, string, string]>([
  [HOME, 'Where do I live?', 'You told me that you live in Lyon.'],
  [HOME, 'What is my favourite colour?', 'You told me that your favourite colour is green.'],
  [HOME, 'Hello!', 'Welcome back, Sam, I was hoping you would come.'],
  [HOME, 'Where do I work?', "I don't know, you have not told me."],
  [
    HOME,
    'Do you remember me?',
    'I remember this of you. Your name is Sam. Your favourite colour is green. You live in Lyon.',
  ],
  [TEA, 'What am I allergic to?', 'You told me that you are allergic to nuts.'],
  [TEA, 'With whom do I play chess?', 'You told me that you play chess with Ana.'],
  [TEA, 'Which dog did I show you?', 'You showed me a picture: A dog.'],
  [TURNS, 'Did my parrot escape?', 'Yes, your parrot escaped.'],
  [TURNS, 'Should I try the gallery?', 'I once said: “Try the lighthouse gallery.”'],
  [TURNS, 'My parrot is back.', 'I will keep that in mind.'],
])('with %j remembered, %j is answered %j', async (memories, question, answer) => {
  expect(await remembering(memories, [question])).toBe(answer)
})

test('what it remembers is newer than what was said before it was made, and older than what came after', async () => {
  const moved = ['I live in Porto.', 'Nice.', 'Where do I live?']
  expect(await remembering(HOME, moved, 2)).toBe('You told me that you live in Lyon.')
  expect(await remembering(HOME, moved, 0)).toBe('You told me that you live in Porto.')
})

test('asked what it knows, it tells facts and other memories, none twice', async () => {
  const memories = {
    ...NOTHING_RECALLED,
    ...HOME,
    memories: [aMemory({ id: 'of home', content: 'The player lives in Lyon' }), ...TEA.memories],
  }
  const asked = request(['What do you know about me?'], { llm_verbosity: 'long' })
  expect(textOf(await partsOf({ ...asked, memories }))).toBe(
    'I remember this of you. Your name is Sam. Your favourite colour is green. You live in Lyon. ' +
      'You showed me a picture: A dog. You play chess with Ana. You are allergic to nuts.',
  )
})
