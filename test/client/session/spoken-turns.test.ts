import { expect, test } from 'vitest'
import { createEmitter } from '../../../src/client/session/emitter.js'
import type { SessionEvents } from '../../../src/client/session/events.js'
import { subscribeToSpokenTurns } from '../../../src/client/session/spoken-turns.js'

function givenTurns() {
  const { on, emit } = createEmitter<SessionEvents>()
  const told: unknown[] = []
  const forget = subscribeToSpokenTurns(
    { on },
    {
      onTranscript: (text, isFinal) => told.push(['heard', text, isFinal]),
      onReplyText: (reply) => told.push(['text', reply]),
      onAction: ({ name }) => told.push(['act', name]),
      onTurn: (turn) => told.push(turn),
    },
  )
  const say = (message_id: string, text: string, is_final: boolean, is_interjection = false) =>
    emit('botResponse', { message_id, text, partial: '', is_final, is_interjection, chunk_index: 0 })
  return {
    emit,
    say,
    told,
    forget,
    hear: (text: string, is_final = true) => emit('sttResponse', { text, is_final }),
  }
}

const turn = { actions: [], isInterrupted: false, error: null }

test('a reply answers the transcript before it; its final text replaces the sum of its chunks', () => {
  const { emit, say, hear, told } = givenTurns()
  hear('Hel', false)
  hear('Hello')
  say('m1', 'Good', false)
  say('m1', ' day', false)
  const wave = { name: 'wave', arguments: {}, message_id: 'm1', chunk_index: 1, timestamp: 'now' }
  emit('clientAction', wave)
  emit('error', { message: 'Something' })
  say('m1', 'Good day!', true)
  say('m1', 'late', false)
  expect(told).toEqual([
    ['heard', 'Hel', false],
    ['heard', 'Hello', true],
    ['text', 'Good'],
    ['text', 'Good day'],
    ['act', 'wave'],
    { messageId: 'm1', input: 'Hello', reply: 'Good day!', ...turn, actions: [wave], error: 'Something' },
  ])
})

test('a failure before the first word belongs to the reply that follows, which has no text', () => {
  const { emit, say, hear, told } = givenTurns()
  hear('Hello')
  emit('error', { message: 'The model failed' })
  say('m1', 'Sorry', true)
  expect(told.at(-1)).toEqual({
    messageId: 'm1',
    input: 'Hello',
    reply: '',
    ...turn,
    error: 'The model failed',
  })
  hear('Hello?')
  say('m2', 'Here I am.', true)
  expect(told.at(-1)).toEqual({ messageId: 'm2', input: 'Hello?', reply: 'Here I am.', ...turn })
})

test('an error while nothing is being answered belongs to no turn', () => {
  const { emit, say, hear, told } = givenTurns()
  emit('error', { message: 'Something' })
  hear('Hello')
  say('m1', 'Hi.', true)
  expect(told.at(-1)).toMatchObject({ reply: 'Hi.', error: null })
})

test('who goes on before the reply begins is heard anew, and answered once', () => {
  const { say, hear, told } = givenTurns()
  hear('I like tea')
  hear('I like tea and cake')
  say('m1', 'Fine.', true)
  expect(told.at(-1)).toEqual({ messageId: 'm1', input: 'I like tea and cake', reply: 'Fine.', ...turn })
  say('m2', 'By the way.', true)
  expect(told.at(-1)).toMatchObject({ messageId: 'm2', input: '' })
})

test('a side remark is no turn; an interrupted reply keeps what had arrived, and nothing comes after', () => {
  const { emit, say, hear, told, forget } = givenTurns()
  hear('Look')
  say('aside', 'Let me look', true, true)
  say('m1', 'Once upon', false)
  emit('interrupt', { message_id: 'other' })
  emit('interrupt', { message_id: 'm1' })
  say('m1', 'Once upon a time', true)
  forget()
  hear('unheard')
  expect(told.slice(2)).toEqual([
    { messageId: 'm1', input: 'Look', reply: 'Once upon', ...turn, isInterrupted: true },
  ])
})
