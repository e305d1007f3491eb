import { expect, test } from 'vitest'
import { takeTurn } from '../../src/contract/turns.js'
import { createContractCheck } from './contract-check.js'

const { answer } = createContractCheck()
const completed = {
  type: 'turn_completed',
  data: {
    text: 'Hello',
    messageId: 'm',
    sessionId: 's',
    conversationId: null,
    characterId: 'c',
    playerId: 'p',
    actions: [],
  },
}
const delta = { type: 'text_delta', data: { text: 'Hello' } }
const streamed = (...records: readonly unknown[]) => ({
  status: 200,
  headers: { 'content-type': 'application/x-ndjson' },
  text: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  json: undefined,
})

test('a streamed turn is judged by its lines', () => {
  expect(answer(takeTurn, streamed(delta, completed))).toEqual([])
  expect(answer(takeTurn, streamed(delta, { type: 'error', data: { message: 'No' } }))).toEqual([])
})

test.each([
  ['without its last record', streamed(delta)],
  ['with something after its last record', streamed(completed, delta)],
  ['with a record that is none', streamed({ type: 'text_delta', data: {} }, completed)],
  ['with a response that is none', streamed({ type: 'turn_completed', data: { text: 'Hello' } })],
  ['of no line', streamed()],
  ['that ends within a line', { ...streamed(delta, completed), text: '{"type":' }],
])('a streamed turn %s is a problem', (_, wrong) => {
  expect(answer(takeTurn, wrong)).not.toEqual([])
})

test('an answer that is neither JSON nor lines of it is a problem', () => {
  const wrong = { status: 200, headers: {}, text: 'Hello', json: undefined }
  expect(answer(takeTurn, wrong)).not.toEqual([])
})
