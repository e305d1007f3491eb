import { expect, test } from 'vitest'
import { createStubModel } from '../../../../src/adapters/model/stub/stub-model.js'
import { NO_KNOWLEDGE } from '../../../../src/domain/knowledge/ports.js'
import { NOTHING_RECALLED } from '../../../../src/domain/memories/search/recall-port.js'
import type { PromptMessage, ReplyPart, ReplyRequest } from '../../../../src/domain/turns/ports.js'
import { guide } from '../../../support/sessions/given-sessions.js'
import { aMemory } from '../../../support/stores/store-records.js'

const SEEN = 'The picture is wide: a drawing. Its colours are red (60 %) and blue (40 %).'

async function replyTo(messages: readonly PromptMessage[], more: Partial<ReplyRequest> = {}) {
  const model = createStubModel({
    timers: { sleep: () => Promise.reject(new Error('no timer')), elapsed: () => 0 },
    pace: 'instant',
    script: { replies: [{ pattern: /rex/i, reply: 'Good boy.', actions: [] }] },
  })
  const asked: ReplyRequest = {
    character: { ...guide, personality: null, background: null, system_prompt: null },
    playerId: 'p1',
    system: '',
    knowledge: NO_KNOWLEDGE,
    memories: NOTHING_RECALLED,
    readMessages: 0,
    messages,
    actions: [],
    canLook: true,
    ...more,
  }
  const parts: ReplyPart[] = []
  for await (const part of model.reply(asked, new AbortController().signal)) parts.push(part)
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
  return { text, looks: parts.some(({ type }) => type === 'look'), types: parts.map(({ type }) => type) }
}
const says = (content: string): PromptMessage => ({ role: 'user', content })

test.each([
  'Look at this!',
  'What do you see?',
  'Can you see me?',
  'Do you see this?',
  'Have a look',
  'How do I look?',
])('at “%s” it asks to see, and says nothing yet', async (line) => {
  expect(await replyTo([says(line)])).toEqual({ text: '', looks: true, types: ['look'] })
})

test.each([
  'I look forward to it.',
  'You look tired.',
  'Do you see what I mean?',
  'What did I show you?',
  'I see.',
])('at “%s” it does not', async (line) => {
  expect((await replyTo([says(line)])).looks).toBe(false)
})

test('without a camera it says that it cannot see', async () => {
  const { text, looks } = await replyTo([says('What do you see?')], { canLook: false })
  expect(looks).toBe(false)
  expect(text).toContain('I cannot see you')
})

test('it does what is asked for before it looks', async () => {
  const { types } = await replyTo([says('Wave, and look at this')], { actions: [{ name: 'wave' }] })
  expect(types).toEqual(['action', 'look'])
})

test('it tells what it sees; when nothing came, that', async () => {
  const seen = await replyTo([says('Look at this'), { ...says(''), imageDescription: SEEN }], {
    canLook: false,
  })
  expect(seen.text).toBe(
    'I see this: The picture is wide: a drawing. Its colours are red (60 %) and blue (40 %).',
  )
  const none = await replyTo([says('Look at this'), { ...says(''), imageDescription: null }], {
    canLook: false,
  })
  expect(none.text).toContain('no picture came')
})

test('a script goes before what is seen, when something is said with it', async () => {
  expect((await replyTo([{ ...says('This is Rex'), imageDescription: SEEN }])).text).toBe('Good boy.')
})

test('it knows what it was shown: the last of the conversation, else what it remembers', async () => {
  const older = { ...says('Here'), imageDescription: 'An older one.' }
  const asked = says('What did I show you?')
  const talk = await replyTo([older, { ...says(''), imageDescription: SEEN }, asked])
  expect(talk.text).toMatch(/^You showed me this: The picture is wide/)

  const content = 'The player showed a picture: A red kite.'
  const memories = { ...NOTHING_RECALLED, memories: [aMemory({ content, origin: 'image' })] }
  expect((await replyTo([asked], { memories })).text).toBe('You showed me this: A red kite.')
  expect((await replyTo([asked])).text).toBe('You have not shown me anything that I remember.')
})
