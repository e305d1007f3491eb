import { Chalk } from 'chalk'
import { expect, test } from 'vitest'
import { describeCost } from '../../../src/cli/turns/turn-figures.js'
import { renderTurn } from '../../../src/cli/turns/turn-view.js'
import type { TurnTrace } from '../../../src/contract/turn-traces.js'

const EVIL = 'x\u001b[2J\u202e'
const TURN: TurnTrace = {
  messageId: 'r1',
  playerMessageId: 1,
  replyMessageId: 2,
  characterId: 'c1',
  characterName: `Mira ${EVIL}`,
  playerId: `ada ${EVIL}`,
  kind: 'typed',
  preview: { input: 'Hi', reply: 'Ho' },
  startedAt: '2030-01-02T03:04:05.678Z',
  state: 'completed',
  stoppedBy: null,
  failure: null,
  provider: 'local',
  model: 'm',
  tokens: { request: 900, reply: 30 },
  usage: { input: 912, output: 31 },
  cost: { amount: 0.00123, currency: 'USD', isEstimated: false },
  finishReason: 'stop',
  retries: [
    { reason: 'rate_limited', waitedMs: 1500 },
    { reason: 'context_too_long', waitedMs: 0 },
  ],
  times: { contextMs: 3, askedMs: 3, firstPartMs: 20, lastPartMs: 40, firstTextMs: 24, storedMs: 50 },
  text: `Hi ${EVIL}`,
  request: {
    system: 'You are Mira.',
    messages: [{ role: 'user', content: 'Hi', imageDescription: null, tokens: 1 }],
    actions: [],
    canLook: false,
  },
  spoken: null,
  sections: [
    { name: 'persona', tokens: 500, from: ['name'], text: 'You are Mira.' },
    { name: 'knowledge', tokens: 399, from: [`handbook ${EVIL}.pdf`, 'rules.pdf'], text: '…' },
  ],
  actions: [],
  knowledge: { documents: [`handbook ${EVIL}.pdf`, 'rules.pdf'], isComplete: false },
  memories: [{ kind: 'turn', id: '7', text: `player: ${EVIL}`, tokens: 4, score: 0.5 }],
  passages: [
    { documentId: 'd1', document: `handbook ${EVIL}.pdf`, firstPage: 3, lastPage: 3, tokens: 120 },
    { documentId: 'd2', document: 'rules.pdf', firstPage: 1, lastPage: 2, tokens: 1 },
  ],
  leftOut: [
    { kind: 'memory', count: 2, tokens: 40, reason: 'budget' },
    { kind: 'message', count: 1, tokens: 900, reason: 'context' },
  ],
  reply: { text: `Ho ${EVIL}`, actions: [`wave ${EVIL}`] },
  remembered: {
    isRead: true,
    memories: [
      { id: '12345678-9', content: `Likes ${EVIL}`, memoryType: 'preference', status: 'superseded' },
    ],
  },
}
const render = (turn: TurnTrace, width = 80) =>
  renderTurn({ isInteractive: false, colour: new Chalk({ level: 0 }), width }, turn)

test('tokens, cost, retries and what was left out are told as the provider and the server told them', () => {
  const text = render(TURN)
  expect(text).toContain('\ntokens     912 in the prompt, 31 in the reply\n')
  expect(text).toContain('\ncost       0.0012 USD\n')
  expect(text).toContain('\nfinish     stop\n')
  expect(text).toContain('\nretries    rate limited, waited 1.50 s; context too long\n')
  expect(text).toContain('\n  left out: 2 memories, 40 tokens: more than a prompt may hold\n')
  expect(text).toContain(
    "\n  left out: 1 message of the conversation, 900 tokens: more than the model's\n  context holds\n",
  )
})

test('passages are told with their pages, memories with what became of them', () => {
  const text = render(TURN)
  expect(text).toContain('page 3 (120 tokens)\n  rules.pdf, pages 1-2 (1 token)\n')
  expect(text).toMatch(/\n {2}12345678 {2}Likes x.* \(preference, superseded\)$/)
})

test('nothing of a turn acts on the terminal, and 40 columns are enough', () => {
  for (const width of [80, 40]) {
    const text = render(TURN, width)
    for (const unsafe of ['\u001b', '\u202e']) expect(text).not.toContain(unsafe)
    expect(text.split('\n').filter((line) => line.length > width)).toEqual([])
  }
})

test('a turn that failed, or is not over, says so', () => {
  expect(render({ ...TURN, state: 'failed', failure: 'The provider answered 500' })).toContain(
    '\nstate      failed: The provider answered 500\n',
  )
  expect(render({ ...TURN, state: 'interrupted', stoppedBy: 'new_message' })).toContain(
    '\nstate      interrupted: the player sent another message\n',
  )
  expect(render({ ...TURN, state: 'running', reply: { text: '', actions: [] }, times: {} })).toMatch(
    /\nREPLY\n {2}\(not yet\)\n\nTIME\n {2}\(nothing measured\)\n/,
  )
})

test.each([
  [{ amount: 0.00123, currency: 'USD', isEstimated: false }, 'local', '0.0012 USD'],
  [{ amount: 0.0000004, currency: 'EUR', isEstimated: true }, 'local', 'less than 0.000001 EUR (estimated)'],
  [{ amount: 1.5, currency: 'USD', isEstimated: true }, 'local', '1.50 USD (estimated)'],
  [{ amount: 0, currency: 'USD', isEstimated: false }, 'local', '0.00 USD'],
  [null, 'local', 'unknown: no price is configured'],
  [null, 'stub', 'none: the stub costs nothing'],
  [null, null, 'none: no model was asked'],
])('the cost %o of %s is "%s"', (cost, provider, text) => {
  expect(describeCost({ cost, provider })).toBe(text)
})
