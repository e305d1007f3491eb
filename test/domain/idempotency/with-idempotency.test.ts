import { expect, onTestFinished, test } from 'vitest'
import { DomainError } from '../../../src/domain/errors.js'
import { type IdempotentRequest, withIdempotency } from '../../../src/domain/idempotency/with-idempotency.js'
import { createClock } from '../../../src/runtime/process/clock.js'
import { createSecrets } from '../../../src/runtime/process/random.js'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { noonPlus } from '../../support/stores/rate-limit-records.js'

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
  const deps = { idempotency: store.idempotency, clock, secrets: createSecrets() }
  let made = 0
  /** Makes one thing more, unless it is a replay. */
  const make = (given: Partial<IdempotentRequest> = {}) =>
    withIdempotency(deps, aRequest(given), async () => {
      made += 1
      return { id: `made ${made}` }
    })
  return { ...deps, store, make }
}

const aRequest = (given: Partial<IdempotentRequest> = {}): IdempotentRequest => ({
  accountId: 'a1',
  route: 'POST /things',
  key: 'key-1',
  body: { name: 'Mira', tags: ['a'] },
  ...given,
})

const first = { value: { id: 'made 1' }, isReplay: false }
const replay = { value: { id: 'made 1' }, isReplay: true }
const second = { value: { id: 'made 2' }, isReplay: false }

test('the same key gets the first answer for 24 hours by the clock', async () => {
  const { make, clock } = start()
  expect(await make()).toEqual(first)
  expect(await make()).toEqual(replay)
  await clock.adjust({ advance: 24 * 3600_000 - 1 })
  expect(await make()).toEqual(replay)
  await clock.adjust({ advance: 1 })
  expect(await make()).toEqual(second)
})

test.each<[string, Partial<IdempotentRequest>]>([
  ['another account', { accountId: 'a2' }],
  ['another route', { route: 'POST /others' }],
  ['another key', { key: 'key-2' }],
  ['no key', { key: null }],
])('%s makes it another request', async (_what, given) => {
  const { make } = start()
  await make()
  expect(await make(given)).toEqual(second)
})

test('without a key every request is processed', async () => {
  const { make } = start()
  expect(await make({ key: null })).toEqual(first)
  expect(await make({ key: null })).toEqual(second)
})

test('the order of the keys of a body does not matter', async () => {
  const { make } = start()
  await make()
  expect(await make({ body: { tags: ['a'], name: 'Mira' } })).toEqual(replay)
})

test.each([{ name: 'Mira', tags: ['b'] }, { name: 'Mira' }, {}, [], null, undefined, 'text'])(
  'the same key with the body %j is refused as reused',
  async (body) => {
    const { make } = start()
    await make()
    await expect(make({ body })).rejects.toMatchObject({
      kind: 'unprocessable',
      detail: [
        {
          loc: ['header', 'Idempotency-Key'],
          msg: 'idempotency_key_reused',
          type: 'idempotency_key_reused',
        },
      ],
    })
    expect(await make()).toEqual(replay)
  },
)

test('while the first request is being answered the key is in conflict', async () => {
  const { make, ...deps } = start()
  let finish = (_value: string) => {}
  const waiting = withIdempotency(
    deps,
    aRequest(),
    () => new Promise<string>((resolve) => (finish = resolve)),
  )
  await expect(make()).rejects.toMatchObject({ kind: 'conflict' })
  await expect(make({ body: 'other' })).rejects.toMatchObject({ kind: 'conflict' })
  finish('done')
  expect(await waiting).toEqual({ value: 'done', isReplay: false })
  expect(await make()).toEqual({ value: 'done', isReplay: true })
})

test.each([new DomainError('invalid', 'no'), new DomainError('quota', 'full'), new TypeError('a bug')])(
  'a request that ends with %s frees its key, for another body too',
  async (error) => {
    const { make, ...deps } = start()
    await expect(withIdempotency(deps, aRequest(), () => Promise.reject(error))).rejects.toBe(error)
    expect(await make({ body: 'other' })).toEqual(first)
  },
)

test('work that fails after it has noted its answer frees the key', async () => {
  const { make, ...deps } = start()
  const fail = async (note: (value: string) => void) => {
    note('noted')
    throw new DomainError('upstream', 'no')
  }
  await expect(withIdempotency(deps, aRequest(), fail)).rejects.toMatchObject({ kind: 'upstream' })
  expect(await make()).toEqual(first)
})

test('neither key nor body is stored, only what they hash to', async () => {
  const { make, store } = start()
  await make({ key: 'secret-key', body: 'secret-body', accountId: 'secret-account' })
  const stored = JSON.stringify([...(store.checkpoint().get('answers')?.records.values() ?? [])])
  expect(stored).toContain('made 1')
  expect(stored).not.toContain('secret')
})
