import { expect, test } from 'vitest'
import { type PollOptions, poll } from '../../../src/cli/waiting/poll.js'
import { ServiceError, UnreachableError } from '../../../src/client/create-client.js'

type Answer = number | Error
type Given = Partial<Omit<PollOptions<number>, 'read' | 'isOver'>> & { readonly retryAfter?: number | null }

/** Follows a service that gives these answers, of which 100 is the last state there is. */
async function following(answers: readonly Answer[], { retryAfter = null, ...settings }: Given = {}) {
  const slept: number[] = []
  const states: number[] = []
  let asked = 0
  const read: PollOptions<number>['read'] = async ({ onRetryAfter }) => {
    const answer = answers[asked] ?? 0
    asked += 1
    if (answer instanceof Error) throw answer
    onRetryAfter?.(retryAfter)
    return answer
  }
  const sleep = async (ms: number) => void slept.push(ms)
  const { signal } = new AbortController()
  const all = poll({
    read,
    isOver: (state) => state === 100,
    waitMs: Number.POSITIVE_INFINITY,
    signal,
    sleep,
    ...settings,
  })
  for await (const state of all) states.push(state)
  return { states, slept, asked }
}

const gone = new UnreachableError('http://x', 'network')
const refused = (status: number) =>
  new ServiceError({ status, code: 'x', detail: 'no', retryAfterSeconds: null })

test('the service is asked until the state is over, which is the last one', async () => {
  expect(await following([1, 2, 100, 3], { pollMs: 7 })).toEqual({
    states: [1, 2, 100],
    slept: [7, 7],
    asked: 3,
  })
})

test('Retry-After says how long to pause; without one it is five seconds', async () => {
  expect((await following([1, 100], { retryAfter: 12 })).slept).toEqual([12_000])
  expect((await following([1, 100])).slept).toEqual([5000])
})

test('a Retry-After of no time does not make a busy loop', async () => {
  expect((await following([1, 100], { retryAfter: 0 })).slept).toEqual([1000])
})

test('the last state that was read is not over when the time ran out', async () => {
  const { states, slept } = await following([1, 2], { waitMs: 0 })
  expect({ states, slept }).toEqual({ states: [1], slept: [] })
})

test('no pause is longer than the time that is left', async () => {
  const { slept } = await following([1, 100], { waitMs: 100 })
  expect(slept[0]).toBeLessThanOrEqual(100)
})

test.each([gone, refused(429), refused(503)])('%s for a while is waited out', async (error) => {
  expect((await following([1, error, error, error, error, 100], { pollMs: 1 })).states).toEqual([1, 100])
})

test('a service that is gone for five questions in a row is given up', async () => {
  await expect(following([1, gone, gone, gone, gone, gone], { pollMs: 1 })).rejects.toBe(gone)
})

test('a refusal ends the waiting at once', async () => {
  const error = refused(404)
  await expect(following([1, error], { pollMs: 1 })).rejects.toBe(error)
})

test('an aborted signal ends the pause', async () => {
  const controller = new AbortController()
  const states = poll({
    read: async () => {
      controller.abort()
      return 1
    },
    isOver: () => false,
    waitMs: Number.POSITIVE_INFINITY,
    signal: controller.signal,
  })
  await expect(states.next()).resolves.toEqual({ done: false, value: 1 })
  await expect(states.next()).rejects.toThrow('aborted')
})
