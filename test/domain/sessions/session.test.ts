import { expect, test } from 'vitest'
import { DomainError } from '../../../src/domain/errors.js'
import { FAILURE_LINE } from '../../../src/domain/sessions/failure.js'
import { SILENT_REPLY_TEXT } from '../../../src/domain/turns/run-turn.js'
import { givenSessions, START } from '../../support/sessions/given-sessions.js'
import { aMemory } from '../../support/stores/store-records.js'

const chunk = (text: string, chunk_index: number) => ({
  message_id: 'id3',
  text,
  partial: text,
  is_final: false,
  chunk_index,
  is_interjection: false,
  token_stream: true,
})

test('a reply is chunks with their text, then one final with the whole of it', async () => {
  const { model, open } = givenSessions()
  const { session, events } = await open()
  session.text('Hi')
  for (const [at, text] of ['Hello ', 'there', ', friend. \n'].entries()) {
    model.say(text)
    await events.count('bot_response', at + 1)
  }
  model.end()
  await events.final()

  expect(events.heard.slice(1)).toEqual([
    ['bot_response', chunk('Hello', 0)],
    ['bot_response', chunk(' there', 1)],
    ['bot_response', chunk(', friend.', 2)],
    [
      'bot_response',
      {
        message_id: 'id3',
        text: 'Hello there, friend.',
        partial: '',
        is_final: true,
        chunk_index: 3,
        is_interjection: false,
      },
    ],
  ])
})

test('text that is ready at the same time goes out as one chunk, actions in their place between', async () => {
  const wave = { name: 'wave', description: 'Wave a hand' }
  const { model, open } = givenSessions({ character: { actions: [wave] } })
  const { session, events } = await open({ capabilities: { client_action: true } })
  model.say('Hello ', 'there', ', ')
  model.act('wave')
  model.say('my ', 'friend', '.')
  model.end()
  session.text('Hi')
  await events.final()
  expect(events.heard.slice(1).map(([name, payload]) => ('text' in payload ? payload.text : name))).toEqual([
    'Hello there,',
    'client_action',
    ' my friend.',
    'Hello there, my friend.',
  ])
})

test('nothing of a reply goes out before the message it answers is durable, though the model has begun', async () => {
  const { model, disk, open } = givenSessions({ isDiskHeld: true })
  const { session, events } = await open()
  model.say('At once.')
  session.text('Hi')
  await model.asked(1)
  expect(disk.said()).toEqual(['user: Hi'])
  expect(events.names()).toEqual(['session_info'])

  await disk.release()
  await events.count('bot_response', 1)
  session.interrupt()
  await disk.release()
  await session.close()
})

test('the final goes out only when the reply is durable', async () => {
  const { model, disk, open } = givenSessions({ isDiskHeld: true })
  const { session, events } = await open()
  model.say('Done.')
  model.end()
  session.text('Hi')
  await disk.release()
  while (disk.held.length === 0) await Promise.resolve()

  expect(disk.said()).toEqual(['user: Hi', 'assistant: Done.'])
  expect(events.all('bot_response').map(({ is_final }) => is_final)).toEqual([false])
  await disk.release()
  expect(await events.final()).toMatchObject({ text: 'Done.' })
})

test('a model that says nothing leaves the character silent, not the client waiting', async () => {
  const { model, disk, open } = givenSessions()
  const { session, events } = await open()
  model.say('  ')
  model.end()
  session.text('Hi')
  expect(await events.final()).toMatchObject({ text: SILENT_REPLY_TEXT, chunk_index: 1 })
  expect(disk.said()).toEqual(['user: Hi', `assistant: ${SILENT_REPLY_TEXT}`])
})

test('the model is given the prompt and the conversation so far, ending with what the player says', async () => {
  const { model, open } = givenSessions()
  const { session, events } = await open()
  model.say('One.')
  model.end()
  session.text('First')
  await events.final(1)
  model.say('Two.')
  model.end()
  session.text('Second')
  await events.final(2)

  expect(model.requests[1]).toMatchObject({
    playerId: 'p1',
    messages: [
      { role: 'user', content: 'First' },
      { role: 'assistant', content: 'One.' },
      { role: 'user', content: 'Second' },
    ],
  })
  expect(model.requests[1]?.system).toMatch(/^You are Mira, keeper of the lighthouse\./)
})

test('messages are stored as the contract shows them', async () => {
  const { model, disk, open } = givenSessions()
  const { session, events } = await open()
  model.say('Yes.')
  model.end()
  session.text('Hi')
  await events.final()
  const rest = { speaker: null, timestamp: START.toISOString(), imageUrl: null, imageDescription: null }
  expect(disk.messages).toEqual([
    { id: 1, conversationId: 'id1', role: 'user', content: 'Hi', ...rest },
    { id: 2, conversationId: 'id1', role: 'assistant', content: 'Yes.', ...rest },
  ])
})

test('an interrupted reply ends with one interrupt, and only what went out of it is stored', async () => {
  const { model, disk, open } = givenSessions()
  const { session, events } = await open()
  session.text('Tell me')
  model.say('Once upon ')
  await events.count('bot_response', 1)

  session.interrupt()
  session.interrupt()
  model.say('a time')
  await session.close()

  expect(events.heard.slice(1)).toEqual([
    ['bot_response', chunk('Once upon', 0)],
    ['interrupt', { message_id: 'id3', reason: 'client_interrupt' }],
  ])
  expect(model.signals[0]?.aborted).toBe(true)
  expect(disk.said()).toEqual(['user: Tell me', 'assistant: Once upon'])
})

test('of a reply that was interrupted before its first word nothing is stored', async () => {
  const { model, disk, open } = givenSessions()
  const { session, events } = await open()
  session.text('Tell me')
  await model.asked(1)
  session.interrupt()
  await session.close()
  expect(events.names()).toEqual(['session_info', 'interrupt'])
  expect(disk.said()).toEqual(['user: Tell me'])
})

test('an interrupt while the reply is being stored still comes instead of the final', async () => {
  const { model, disk, open } = givenSessions({ isDiskHeld: true })
  const { session, events } = await open()
  model.say('Done.')
  model.end()
  session.text('Hi')
  await disk.release()
  while (disk.held.length === 0) await Promise.resolve()
  session.interrupt()
  await disk.release()
  await session.close()
  expect(events.names()).toEqual(['session_info', 'bot_response', 'interrupt'])
  expect(disk.said()).toEqual(['user: Hi', 'assistant: Done.'])
})

test.each([
  ['nothing is being said', undefined],
  ['another reply is named', 'id99'],
])('an interrupt while %s is ignored', async (_when, id) => {
  const { model, open } = givenSessions()
  const { session, events } = await open()
  if (id === undefined) session.interrupt()
  session.text('Hi')
  await model.asked(1)
  if (id !== undefined) session.interrupt(id)
  model.say('Yes.')
  model.end()
  await events.final()
  session.interrupt()
  expect(events.all('interrupt')).toEqual([])
})

test('an interrupt may name the reply that is being spoken', async () => {
  const { model, open } = givenSessions()
  const { session, events } = await open()
  session.text('Hi')
  model.say('Well')
  const [{ message_id } = { message_id: '' }] = await events.count('bot_response', 1)
  session.interrupt(message_id)
  expect(events.all('interrupt')).toEqual([{ message_id, reason: 'client_interrupt' }])
})

test('a new text interrupts the reply before it, and both texts are stored in order', async () => {
  const { model, disk, open } = givenSessions()
  const { session, events } = await open()
  session.text('First')
  model.say('I was')
  await events.count('bot_response', 1)
  session.text('Second')
  await model.asked(2)
  model.say('Yes.')
  model.end()
  await events.final()

  expect(
    events.heard.map(([name, payload]) => [name, 'message_id' in payload && payload.message_id]),
  ).toEqual([
    ['session_info', false],
    ['bot_response', 'id3'],
    ['interrupt', 'id3'],
    ['bot_response', 'id4'],
    ['bot_response', 'id4'],
  ])
  expect(disk.said()).toEqual(['user: First', 'assistant: I was', 'user: Second', 'assistant: Yes.'])
})

test('texts that arrive together are all stored in order, and only the last is answered', async () => {
  const { model, disk, open } = givenSessions()
  const { session, events } = await open()
  model.say('Only this.')
  model.end()
  for (const text of ['One', 'Two', 'Three']) session.text(text)
  await events.final()
  expect(events.names()).toEqual(['session_info', 'interrupt', 'interrupt', 'bot_response', 'bot_response'])
  expect(disk.said()).toEqual(['user: One', 'user: Two', 'user: Three', 'assistant: Only this.'])
  expect(model.requests).toHaveLength(1)
})

test('a scripted line is spoken and stored as given, without the model', async () => {
  const { model, disk, open } = givenSessions()
  const { session, events } = await open()
  session.sayLine(' Welcome,  traveller. ')
  await events.final()
  expect(events.all('bot_response')).toEqual([
    {
      message_id: 'id3',
      text: 'Welcome,  traveller.',
      partial: 'Welcome,  traveller.',
      is_final: false,
      chunk_index: 0,
      is_interjection: false,
    },
    {
      message_id: 'id3',
      text: 'Welcome,  traveller.',
      partial: '',
      is_final: true,
      chunk_index: 1,
      is_interjection: false,
    },
  ])
  expect(model.requests).toEqual([])
  expect(disk.said()).toEqual(['assistant: Welcome,  traveller.'])
})

test('lines that wait for the final before them are spoken one after another, without an interrupt', async () => {
  const { disk, open } = givenSessions()
  const { session, events } = await open()
  for (const [at, line] of ['One.', 'Two.', 'Three.'].entries()) {
    session.sayLine(line)
    await events.final(at + 1)
  }
  expect(events.all('bot_response').map(({ text, is_final }) => [text, is_final])).toEqual([
    ['One.', false],
    ['One.', true],
    ['Two.', false],
    ['Two.', true],
    ['Three.', false],
    ['Three.', true],
  ])
  expect(events.all('interrupt')).toEqual([])
  expect(disk.said()).toEqual(['assistant: One.', 'assistant: Two.', 'assistant: Three.'])
})

test('a line interrupts an answer that is not finished', async () => {
  const { model, disk, open } = givenSessions()
  const { session, events } = await open()
  session.text('Hi')
  model.say('Well')
  await events.count('bot_response', 1)
  session.sayLine('Cut.')
  expect(await events.final()).toMatchObject({ text: 'Cut.' })
  expect(events.all('interrupt')).toEqual([{ message_id: 'id3', reason: 'new_message' }])
  expect(disk.said()).toEqual(['user: Hi', 'assistant: Well', 'assistant: Cut.'])
})

test('lines that arrive together cut each other off: each has its interrupt, and only the last is spoken', async () => {
  const { disk, open } = givenSessions()
  const { session, events } = await open()
  for (const line of ['One.', 'Two.', 'Three.']) session.sayLine(line)
  await events.final()
  expect(events.names()).toEqual(['session_info', 'interrupt', 'interrupt', 'bot_response', 'bot_response'])
  expect(events.all('interrupt').map(({ message_id }) => message_id)).toEqual(['id3', 'id4'])
  expect(disk.said()).toEqual(['assistant: Three.'])
})

test('a line over one whose final waits for the disk interrupts it, and both are stored', async () => {
  const { disk, open } = givenSessions({ isDiskHeld: true })
  const { session, events } = await open()
  session.sayLine('One.')
  await events.count('bot_response', 1)
  session.sayLine('Two.')
  await disk.release()
  await disk.release()
  expect(await events.final()).toMatchObject({ text: 'Two.' })
  expect(events.all('interrupt')).toEqual([{ message_id: 'id3', reason: 'new_message' }])
  expect(disk.said()).toEqual(['assistant: One.', 'assistant: Two.'])
})

test('an interrupt after lines that cut each other off stops the last one', async () => {
  const { disk, open } = givenSessions({ isDiskHeld: true })
  const { session, events } = await open()
  for (const line of ['One.', 'Two.', 'Three.']) session.sayLine(line)
  await events.count('bot_response', 1)
  session.interrupt()
  await disk.release()
  await session.close()
  expect(events.names().slice(1)).toEqual(['interrupt', 'interrupt', 'bot_response', 'interrupt'])
  expect(disk.said()).toEqual(['assistant: Three.'])
})

test('a model that fails mid-reply is reported, and what was said is stored and final', async () => {
  const { model, disk, open } = givenSessions()
  const { session, events } = await open()
  model.say('I thi')
  model.fail(new DomainError('upstream', 'The provider answered 500'))
  session.text('Hi')
  expect(await events.final()).toMatchObject({ text: 'I thi' })
  expect(events.names().slice(1)).toEqual(['bot_response', 'error', 'bot_response'])
  expect(events.all('error')).toEqual([{ error: 'model_failed', message: 'The provider answered 500' }])
  expect(disk.said()).toEqual(['user: Hi', 'assistant: I thi'])
})

test('a model that fails before its first word is reported, and the final is no part of the conversation', async () => {
  const { model, disk, open, logged } = givenSessions()
  const { session, events } = await open()
  model.fail(new Error('a bug of the adapter'))
  session.text('Hi')
  expect(await events.final()).toMatchObject({ text: FAILURE_LINE })
  expect(events.all('error')).toEqual([{ error: 'model_failed', message: 'The language model failed' }])
  expect(disk.said()).toEqual(['user: Hi'])
  expect(logged.map(([message]) => message)).toEqual(['A model failed'])

  model.say('Better now.')
  model.end()
  session.text('And now?')
  expect(await events.final(2)).toMatchObject({ text: 'Better now.' })
})

test('a model that never says anything is given up when its time is over', async () => {
  const { model, timers, open } = givenSessions()
  const { session, events } = await open()
  session.text('Hi')
  await model.asked(1)
  while (timers.waiting.size === 0) await Promise.resolve()
  expect([...timers.waiting.values()]).toEqual([60_000])
  timers.runOut()
  expect(await events.final()).toMatchObject({ text: FAILURE_LINE })
  expect(events.all('error')).toEqual([
    { error: 'model_failed', message: 'The language model did not answer in time' },
  ])
  expect(model.signals[0]?.aborted).toBe(true)
})

test('a disk that fails is reported without its words, and no client waits', async () => {
  const { deps, model, open, logged } = givenSessions()
  const { session, events } = await open()
  Object.assign(deps.conversations, { append: () => Promise.reject(new Error('EIO /secret/path')) })
  model.say('Hello')
  session.text('Hi')
  expect(await events.final()).toMatchObject({ text: FAILURE_LINE })
  expect(events.all('error')).toEqual([{ error: 'internal', message: 'Internal server error' }])
  expect(logged.map(([message]) => message)).toEqual(['A turn failed'])
})

test('a conversation that was deleted meanwhile ends the session with a clear error', async () => {
  const { model, disk, open } = givenSessions()
  const { session, events, closes } = await open()
  disk.dropConversations()
  model.say('Hello')
  session.text('Hi')
  await events.final()
  expect(events.names().slice(1)).toEqual(['error', 'bot_response'])
  expect(events.all('error')).toEqual([
    { error: 'not_found', message: 'The conversation was deleted. Connect again to start anew' },
  ])
  expect(closes()).toBe(1)
})

test('a character that was deleted meanwhile ends the session with a clear error', async () => {
  const { deleteCharacter, open } = givenSessions()
  const { session, events, closes } = await open()
  deleteCharacter()
  session.text('Hi')
  await events.final()
  expect(events.all('error')).toEqual([
    { error: 'not_found', message: 'The character was deleted. Connect again to start anew' },
  ])
  expect(closes()).toBe(1)
})

test('a change of the character shows in the next reply', async () => {
  const { model, changeCharacter, open } = givenSessions()
  const { session } = await open()
  changeCharacter({ system_prompt: 'You are a parrot.' })
  session.text('Hi')
  await model.asked(1)
  expect(model.requests[0]?.system).toBe('You are a parrot.')
})

test('the twenty-first message of a minute is refused, whatever kind it is, and the session goes on', async () => {
  const { clock, open } = givenSessions({ limits: { messagesPerMinute: 3 } })
  const { session, events } = await open()
  const refusal = ['error', { error: 'rate_limited', message: 'Too many messages: at most 3 in 60 seconds' }]
  for (const line of ['One.', 'Two.']) session.sayLine(line)
  await clock.adjust({ advance: 30_000 })
  session.text('Three')
  session.text('Four')
  expect(events.heard.at(-1)).toEqual(refusal)

  await clock.adjust({ advance: 30_000 })
  session.sayLine('Five.')
  session.sayLine('Six.')
  session.sayLine('Seven.')
  expect(events.heard.at(-1)).toEqual(refusal)
})

test('blank words are ignored without an answer and count for nothing', async () => {
  const { disk, open } = givenSessions({ limits: { messagesPerMinute: 1 } })
  const { session, events } = await open()
  session.text('')
  session.text(' \n\t ')
  session.sayLine('   ')
  session.sayLine('Counted.')
  await events.final()
  expect(disk.said()).toEqual(['assistant: Counted.'])
})

test('a text is cut at the limit between two characters', async () => {
  const { model, disk, open } = givenSessions({ limits: { messageCharacters: 3 } })
  const { session } = await open()
  session.text('a😀😀😀😀')
  await model.asked(1)
  expect(disk.said()).toEqual(['user: a😀😀'])
})

test('a session without messages for the idle limit is timed out and closed', async () => {
  const { clock, sessions, open, model } = givenSessions()
  const { session, events, closes } = await open()
  await clock.adjust({ advance: 1_700_000 })
  model.say('Yes.')
  model.end()
  session.text('Still there?')
  await events.final()
  await clock.adjust({ advance: 1_799_000 })
  expect(events.all('session_timeout')).toEqual([])

  await clock.adjust({ advance: 1_000 })
  expect(events.all('session_timeout')).toEqual([
    { reason: 'inactivity', idle_seconds: 1800, timeout_seconds: 1800 },
  ])
  expect(closes()).toBe(1)
  expect(sessions.count()).toBe(0)
})

test('without an idle limit nothing is scheduled', async () => {
  const { clock, open } = givenSessions({ limits: { sessionIdleSeconds: Number.POSITIVE_INFINITY } })
  const { events } = await open()
  await clock.adjust({ advance: 10 ** 10 })
  expect(events.names()).toEqual(['session_info'])
})

test('a session that is closed mid-reply stores what went out, and says nothing more', async () => {
  const { model, disk, sessions, open } = givenSessions()
  const { session, events } = await open()
  session.text('Hi')
  model.say('Well')
  await events.count('bot_response', 1)
  await session.close()
  model.say('more')
  session.text('Hello?')
  expect(events.names()).toEqual(['session_info', 'bot_response'])
  expect(disk.said()).toEqual(['user: Hi', 'assistant: Well'])
  expect(sessions.count()).toBe(0)
})

test('two sessions of one pair share one conversation, and each hears only its own replies', async () => {
  const { model, disk, open } = givenSessions()
  const one = await open()
  const two = await open()
  expect(two.session.info.conversation_id).toBe(one.session.info.conversation_id)
  expect(two.session.info.session_id).not.toBe(one.session.info.session_id)

  model.say('To one.')
  model.end()
  one.session.text('From one')
  await one.events.final()
  model.say('To two.')
  model.end()
  two.session.text('From two')
  await two.events.final()

  expect(one.events.all('bot_response').at(-1)?.text).toBe('To one.')
  expect(two.events.all('bot_response').at(-1)?.text).toBe('To two.')
  expect(model.requests[1]?.messages).toHaveLength(3)
  expect(disk.said()).toEqual([
    'user: From one',
    'assistant: To one.',
    'user: From two',
    'assistant: To two.',
  ])
})

const KNOWN = {
  documents: ['rules.pdf'],
  isComplete: true,
  excerpts: [
    { documentId: 'd1', document: 'rules.pdf', passage: { text: 'No dogs.', firstPage: 1, lastPage: 1 } },
  ],
}

test('the model is given what the documents of the character say, in parts and in its prompt', async () => {
  const { model, knowledge, open } = givenSessions()
  const { session, events } = await open()
  knowledge.know(KNOWN)
  model.say('No.')
  model.end()
  session.text('May I bring my dog?')
  await events.final()
  session.text('And cats?')
  await model.asked(2)
  await session.close()

  const asked = { characterId: 'c1', ignoredWords: ['Mira'], documents: [] }
  expect(knowledge.asked).toEqual([
    { ...asked, text: 'May I bring my dog?', previousText: undefined },
    { ...asked, text: 'And cats?', previousText: 'May I bring my dog?' },
  ])
  expect(model.requests[1]?.knowledge).toBe(KNOWN)
  expect(model.requests[1]?.system).toContain('[page 1]\nNo dogs.')
})

test('a message that comes while documents are searched is stored, and its model never asked', async () => {
  const { model, knowledge, disk, open } = givenSessions()
  const { session, events } = await open()
  let found: (knowledge: typeof KNOWN) => void = () => undefined
  knowledge.know(new Promise((resolve) => (found = resolve)))
  session.text('May I bring my dog?')
  while (knowledge.asked.length === 0) await Promise.resolve()
  session.interrupt()
  found(KNOWN)
  await session.close()
  expect(disk.said()).toEqual(['user: May I bring my dog?'])
  expect(model.requests).toEqual([])
  expect(events.names()).toContain('session_info')
})

test('a session has the index of its character, and of what it remembers, built before the first question', async () => {
  const { knowledge, recall, open } = givenSessions()
  await open()
  expect(knowledge.warmed).toEqual(['c1'])
  expect(recall.warmed).toEqual([{ characterId: 'c1', playerId: 'p1' }])
})

test('a turn is given what is remembered, notes its prompt with the message, and the use of it', async () => {
  const { model, open, disk, recall } = givenSessions()
  const memory = aMemory({ id: 'm1', content: 'The player likes tea', createdAt: START.toISOString() })
  recall.remember({ memories: [memory], extractedUpTo: 2 })
  const { session, events } = await open()
  for (const [at, text] of ['Hello', 'Tea?'].entries()) {
    model.say('Yes.')
    model.end()
    session.text(text)
    await events.final(at + 1)
  }
  expect(recall.asked.at(-1)).toEqual({
    pair: { characterId: 'c1', playerId: 'p1' },
    text: 'Tea?',
    before: 'Hello\nYes.',
    shown: { count: 2, from: 1 },
    ignore: ['Mira'],
    known: { coreFacts: [], activeMemories: 0, conversation: expect.objectContaining({ messageCount: 2 }) },
  })
  const [request] = model.requests.slice(-1)
  expect(request?.readMessages).toBe(2)
  const prompt = disk.prompts[2]
  expect(prompt?.block).toContain('2030-01-02: The player likes tea')
  expect(request?.system.endsWith(`\n\n${prompt?.block}`)).toBe(true)
  expect(disk.prompts.map((each) => each?.given.map(({ id }) => id))).toEqual([
    ['m1'],
    undefined,
    ['m1'],
    undefined,
  ])
  expect(disk.used).toEqual([['m1'], ['m1']])
})

test('what was said is taken up for remembering as soon as its reply is out', async () => {
  const { open, model, recall, disk } = givenSessions({ isDiskHeld: true })
  const { session, events } = await open()
  model.say('Welcome.')
  model.end()
  session.text('Hello')
  await disk.release()
  await events.count('bot_response', 1)
  expect(recall.followed).toEqual([])
  await disk.release()
  await events.final()
  await session.close()
  expect(recall.followed).toEqual([{ characterId: 'c1', playerId: 'p1' }])
})
