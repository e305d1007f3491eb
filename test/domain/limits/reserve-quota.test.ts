import { expect, onTestFinished, test } from 'vitest'
import { DomainError } from '../../../src/domain/errors.js'
import { reserveQuota, withQuota } from '../../../src/domain/limits/reserve-quota.js'
import { createClock } from '../../../src/runtime/process/clock.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { aBucket, aQuota, noonPlus } from '../../support/stores/rate-limit-records.js'

/** The real store and clock, which stands still at noon. */
function start() {
  const store = createInMemoryStore()
  const fail = (error: unknown) => {
    throw error
  }
  const clock = createClock({ startAt: noonPlus(0), frozen: true, onFailure: fail })
  onTestFinished(async () => {
    clock.stop()
    await store.close()
  })
  return { quotas: store.quotas, clock, at: (seconds: number) => clock.adjust({ set: noonPlus(seconds) }) }
}

const done = async () => 'done'

test('work within the quota is done and counted', async () => {
  const deps = start()
  expect(await withQuota(deps, [aQuota()], done)).toBe('done')
  expect(await withQuota(deps, [aQuota()], done)).toBe('done')
  await expect(withQuota(deps, [aQuota()], done)).rejects.toMatchObject({
    kind: 'quota',
    detail: { bucket: 'min', remaining: 0 },
    retryAfterSeconds: 60,
  })
})

test('work beyond the quota does not start', async () => {
  const deps = start()
  let count = 0
  const work = async () => {
    count += 1
  }
  await withQuota(deps, [aQuota({ amount: 2 })], work)
  await expect(withQuota(deps, [aQuota()], work)).rejects.toThrow('quota')
  expect(count).toBe(1)
})

test.each([new DomainError('not_found', 'gone'), new TypeError('a bug')])(
  'work that ends with %s counts towards nothing',
  async (error) => {
    const deps = start()
    const fail = () => Promise.reject(error)
    for (let count = 0; count < 5; count += 1) {
      await expect(withQuota(deps, [aQuota()], fail)).rejects.toBe(error)
    }
    expect(await withQuota(deps, [aQuota({ amount: 2 })], done)).toBe('done')
  },
)

test('work that throws before its first await is not counted either', async () => {
  const deps = start()
  const fail = (): Promise<never> => {
    throw new Error('at once')
  }
  await expect(withQuota(deps, [aQuota({ amount: 2 })], fail)).rejects.toThrow('at once')
  expect(await withQuota(deps, [aQuota({ amount: 2 })], done)).toBe('done')
})

test('a quota that concurrent work has consumed is not available', async () => {
  const deps = start()
  let count = 0
  const work = async () => {
    count += 1
    await deps.clock.adjust({ advance: 10 })
  }
  const ten = aQuota({ buckets: [aBucket({ limit: 10 })] })
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => withQuota(deps, [ten], work)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect(count).toBe(10)
})

test.each([
  { taken: 0, asked: 0.001, wait: 60 },
  { taken: 0, asked: 59, wait: 1 },
  { taken: 0, asked: 59.001, wait: 1 },
  { taken: 0.5, asked: 30, wait: 31 },
  { taken: 0.999, asked: 1, wait: 60 },
])('Retry-After is whole, at least 1 and exact: taken at $taken, asked at $asked', async (given) => {
  const deps = start()
  await deps.at(given.taken)
  await reserveQuota(deps, [aQuota({ amount: 2 })])
  await deps.at(given.asked)
  const refused = { kind: 'quota', retryAfterSeconds: given.wait }
  await expect(reserveQuota(deps, [aQuota()])).rejects.toMatchObject(refused)
  if (given.wait > 1) {
    await deps.at(given.asked + given.wait - 1)
    await expect(reserveQuota(deps, [aQuota()])).rejects.toMatchObject({ retryAfterSeconds: 1 })
  }
  await deps.at(given.asked + given.wait)
  await reserveQuota(deps, [aQuota()])
})
