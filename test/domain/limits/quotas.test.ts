import { expect, onTestFinished, test } from 'vitest'
import { CONTRACT_LIMITS } from '../../../src/contract/limits.js'
import type { Quota } from '../../../src/domain/limits/ports.js'
import {
  batchCharactersQuota,
  batchSubmitQuota,
  generationQuota,
  manualMemoryWriteQuota,
  shareOpenQuota,
} from '../../../src/domain/limits/quotas.js'
import { reserveQuota } from '../../../src/domain/limits/reserve-quota.js'
import { NO_RATE_LIMITS } from '../../../src/runtime/config/limits-config.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { noonPlus } from '../../support/stores/rate-limit-records.js'

/** Claims at a time of its own each. */
function start() {
  const store = createInMemoryStore()
  onTestFinished(() => store.close())
  return (seconds: number, ...claims: Quota[]) =>
    reserveQuota({ quotas: store.quotas, clock: { now: () => noonPlus(seconds) } }, claims)
}

const MIDNIGHT = 12 * 3600

test('batches create 500 characters per account and UTC day; the refusal names the remaining number', async () => {
  const claim = start()
  const characters = (amount: number, account = 'a1') =>
    batchCharactersQuota(CONTRACT_LIMITS, account, amount)
  for (let count = 0; count < 4; count += 1) await claim(0, characters(100))
  await claim(1, characters(60))
  await expect(claim(2.5, characters(41))).rejects.toMatchObject({
    kind: 'quota',
    detail: {
      message: 'Daily quota of 500 characters created by batches exceeded',
      remaining: 40,
      limit: 500,
    },
    retryAfterSeconds: MIDNIGHT - 2,
  })
  await claim(3, characters(40))
  await claim(3, characters(1, 'a2'))
  await expect(claim(MIDNIGHT - 0.001, characters(1))).rejects.toMatchObject({
    detail: { remaining: 0 },
    retryAfterSeconds: 1,
  })
  await claim(MIDNIGHT, characters(100))
})

const hourly = [
  {
    name: 'batch submits',
    made: batchSubmitQuota,
    limit: 20,
    detail: 'More than 20 batch submits in the last hour',
  },
  {
    name: 'generation requests',
    made: generationQuota,
    limit: 50,
    detail: 'More than 50 generation requests in the last hour',
  },
]

test.each(hourly)('$limit $name per account fit into any hour', async ({ made, limit, detail }) => {
  const claim = start()
  for (let count = 0; count < limit; count += 1) await claim(count, made(CONTRACT_LIMITS, 'a1'))
  await expect(claim(1000, made(CONTRACT_LIMITS, 'a1'))).rejects.toMatchObject({
    kind: 'quota',
    detail,
    retryAfterSeconds: 2600,
  })
  await claim(1000, made(CONTRACT_LIMITS, 'a2'))
  await claim(3600, made(CONTRACT_LIMITS, 'a1'))
  await expect(claim(3600, made(CONTRACT_LIMITS, 'a1'))).rejects.toMatchObject({ retryAfterSeconds: 1 })
})

test('1000 memories per account and UTC day are written by hand; the refusal names the cap', async () => {
  const claim = start()
  const limits = { ...CONTRACT_LIMITS, manualMemoryWritesPerDay: 3 }
  for (let count = 0; count < 3; count += 1) await claim(0, manualMemoryWriteQuota(limits, 'a1'))
  await expect(claim(1, manualMemoryWriteQuota(limits, 'a1'))).rejects.toMatchObject({
    kind: 'quota',
    detail: 'Manual memory write quota exceeded (3/day)',
    retryAfterSeconds: MIDNIGHT - 1,
  })
  expect(manualMemoryWriteQuota(CONTRACT_LIMITS, 'a1').buckets).toEqual([
    { name: 'day', limit: 1000, window: 'utc_day' },
  ])
})

test('a share is opened 10 times a minute, 100 an hour, 500 a day; the refusal names the bucket', async () => {
  const claim = start()
  const open = (seconds: number) => claim(seconds, shareOpenQuota(CONTRACT_LIMITS, 's1'))
  const refused = async (seconds: number) => {
    try {
      await open(seconds)
    } catch (error) {
      return error
    }
    return 'not refused'
  }
  for (let hour = 0; hour < 5; hour += 1) {
    for (let count = 0; count < 100; count += 1) {
      const second = hour * 3600 + Math.floor(count / 10) * 60
      await open(second)
      if (count === 9) {
        expect(await refused(second)).toMatchObject({
          kind: 'quota',
          detail: 'Rate limit (min)',
          retryAfterSeconds: 60,
        })
      }
    }
    const full = { detail: `Rate limit (${hour === 4 ? 'day' : 'hour'})` }
    expect(await refused(hour * 3600 + 700)).toMatchObject(full)
  }
  expect(await refused(5 * 3600)).toMatchObject({ retryAfterSeconds: 19 * 3600 })
  await open(24 * 3600)
  await claim(700, shareOpenQuota(CONTRACT_LIMITS, 's2'))
})

test('without limits nothing is refused', async () => {
  const claim = start()
  for (let count = 0; count < 600; count += 1) {
    await claim(
      0,
      batchCharactersQuota(NO_RATE_LIMITS, 'a1', 100),
      batchSubmitQuota(NO_RATE_LIMITS, 'a1'),
      generationQuota(NO_RATE_LIMITS, 'a1'),
      manualMemoryWriteQuota(NO_RATE_LIMITS, 'a1'),
      shareOpenQuota(NO_RATE_LIMITS, 's1'),
    )
  }
})
