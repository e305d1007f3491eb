import { expect, test } from 'vitest'
import type { ComparisonSide, Sides } from '../../../src/cli/compare/comparison-side.js'
import { type SideView, takeBothTurns } from '../../../src/cli/compare/side-turn.js'
import { MessageRefusedError, type ReplyStream } from '../../../src/client/create-client.js'
import type { Character } from '../../../src/contract/characters.js'

const ignore = () => undefined
const SILENT: SideView = { text: ignore, action: ignore, abort: ignore, end: ignore, settle: ignore }

/** A side whose service refuses so many messages, and then answers. */
function sideThatRefuses(name: 'a' | 'b', times: number): ComparisonSide {
  let refusals = times
  const ask = (text: string): ReplyStream => {
    refusals -= 1
    const reply = { messageId: 'm', text: `You said ${text}`, actions: [], isInterrupted: false, error: null }
    const refusal = () => Promise.reject(new MessageRefusedError('rate_limited', 'Too many messages'))
    const outcome = refusals < 0 ? Promise.resolve(reply) : refusal()
    outcome.catch(ignore)
    return Object.assign(outcome, {
      [Symbol.asyncIterator]: () => ({
        next: async () => {
          await outcome
          return { done: true as const, value: undefined }
        },
      }),
    })
  }
  // A turn uses nothing else of a session.
  const session = { state: () => 'connected', ask } as unknown as ComparisonSide['talk']['session']
  const talk = { session, baseUrl: 'http://127.0.0.1', canHear: true, textOnly: false, idleTimeoutMs: 60_000 }
  return { name, title: name, character: {} as Character, talk, readTrace: async () => null }
}

async function take(sides: Sides, isUnattended: boolean) {
  const waits: number[] = []
  const told: string[] = []
  const turns = await takeBothTurns(sides, [SILENT, SILENT], {
    input: { text: 'Hi' },
    signal: new AbortController().signal,
    onRateLimit: isUnattended ? (side) => void told.push(side) : undefined,
    wait: async (ms) => void waits.push(ms),
  })
  return { results: turns.map(({ reply, error }) => error ?? reply), waits, told }
}

test('a message that a script says too early is sent again until the service takes it', async () => {
  const { results, waits, told } = await take([sideThatRefuses('a', 0), sideThatRefuses('b', 3)], true)
  expect(results).toEqual(['You said Hi', 'You said Hi'])
  expect([waits, told]).toEqual([[5000, 5000, 5000], ['b']])
})

test('it is not sent again for ever', async () => {
  const { results, waits } = await take([sideThatRefuses('a', 0), sideThatRefuses('b', 1000)], true)
  expect(results).toEqual(['You said Hi', 'Too many messages'])
  expect(waits).toHaveLength(15)
})

test('a person is told at once', async () => {
  const { results, waits } = await take([sideThatRefuses('a', 0), sideThatRefuses('b', 1)], false)
  expect(results).toEqual(['You said Hi', 'Too many messages'])
  expect(waits).toEqual([])
})
