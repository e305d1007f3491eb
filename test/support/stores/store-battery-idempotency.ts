import { expect, test } from 'vitest'
import type { AdmissionRequest, IdempotencyLock } from '../../../src/domain/idempotency/ports.js'
import type { Store } from '../../../src/store/store.js'
import { noonPlus } from './rate-limit-records.js'
import { aCharacter } from './store-records.js'

const DAY = 24 * 3600

const anAsk = (given: Partial<AdmissionRequest> = {}): AdmissionRequest => ({
  id: 'id-1',
  fingerprint: 'print-1',
  now: noonPlus(0),
  ...given,
})

export function describeIdempotency(make: () => Promise<Store>): void {
  const start = async () => {
    const store = await make()
    const { admit } = store.idempotency
    const hold = async (given: Partial<AdmissionRequest> = {}): Promise<IdempotencyLock> => {
      const admission = await admit(anAsk(given))
      if (admission.state !== 'first') throw new Error(`was ${admission.state}`)
      return admission.lock
    }
    const answer = async (given: Partial<AdmissionRequest> = {}, value: string = 'value') => {
      const first = await hold(given)
      await first.storeResponse(value, anAsk(given).now)
      await first.release()
    }
    return {
      ...store,
      hold,
      answer,
      admit: (given: Partial<AdmissionRequest> = {}) => admit(anAsk(given)),
      kept: () => store.checkpoint().get('answers')?.records.size,
    }
  }

  test('a request is in flight until it is let go, whatever it asks for', async () => {
    const { admit, hold } = await start()
    const first = await hold()
    expect(await admit()).toEqual({ state: 'in_flight' })
    expect(await admit({ fingerprint: 'print-2' })).toEqual({ state: 'in_flight' })
    await first.release()
    await hold()
    await first.release()
    expect(await admit()).toEqual({ state: 'in_flight' })
  })

  test('of twenty requests at once one is the first', async () => {
    const { admit } = await start()
    const states = (await Promise.all(Array.from({ length: 20 }, () => admit()))).map(({ state }) => state)
    expect(states.sort()).toEqual(['first', ...Array<string>(19).fill('in_flight')])
  })

  test('an answer is given again for 24 hours', async () => {
    const { admit, answer } = await start()
    await answer()
    const again = { state: 'answered', value: 'value' }
    expect(await admit()).toEqual(again)
    expect(await admit({ now: noonPlus(DAY - 0.001) })).toEqual(again)
    expect(await admit({ now: noonPlus(DAY) })).toMatchObject({ state: 'first' })
  })

  test.each([null, true, 0, 'text', [1, [2]], { id: 'b1', deep: { list: [{}] } }])(
    'an answer may be %j',
    async (value) => {
      const { admit, hold } = await start()
      const first = await hold()
      await first.storeResponse(value, noonPlus(0))
      await first.release()
      expect(await admit()).toEqual({ state: 'answered', value })
    },
  )

  test('another body under the same key is told apart', async () => {
    const { admit, answer } = await start()
    await answer()
    expect(await admit({ fingerprint: 'print-2' })).toEqual({ state: 'reused' })
    expect(await admit({ id: 'id-2', fingerprint: 'print-2' })).toMatchObject({ state: 'first' })
  })

  test('after 24 hours the key is free for another body, whose answer takes the place of the old one', async () => {
    const { admit, answer } = await start()
    await answer()
    await answer({ fingerprint: 'print-2', now: noonPlus(DAY) }, 'second')
    expect(await admit({ fingerprint: 'print-2', now: noonPlus(DAY) })).toEqual({
      state: 'answered',
      value: 'second',
    })
  })

  test('a clock that is set back takes no answer away, unless by 24 hours', async () => {
    const { admit, answer } = await start()
    await answer()
    expect(await admit({ now: noonPlus(0.001 - DAY) })).toMatchObject({ state: 'answered' })
    expect(await admit({ now: noonPlus(-DAY) })).toMatchObject({ state: 'first' })
  })

  test('answers that are too old, or too far ahead of a clock that was set back, are forgotten', async () => {
    const { answer, kept } = await start()
    for (let count = 0; count < 120; count += 1) await answer({ id: `old ${count}` })
    for (let count = 0; count < 120; count += 1)
      await answer({ id: `ahead ${count}`, now: noonPlus(3 * DAY - 1) })
    for (let count = 0; count < 3; count += 1) await answer({ id: `new ${count}`, now: noonPlus(1.5 * DAY) })
    expect(kept()).toBe(3)
  })

  test('what is noted is in flight until it is remembered, and gone when it is let go before', async () => {
    const { admit, hold, kept, characters, transact } = await start()
    const first = await hold()
    await characters.insert(aCharacter(), undefined, first.responseWrites('noted', noonPlus(0)))
    expect(kept()).toBe(1)
    expect(await admit()).toEqual({ state: 'in_flight' })
    await first.release()
    expect(kept()).toBe(0)

    const second = await hold()
    const late = second.responseWrites('noted', noonPlus(0))
    await second.release()
    expect([late.length, second.responseWrites('noted', noonPlus(0))]).toEqual([1, []])
    expect(kept()).toBe(0)

    const third = await hold()
    await transact({}, () => ({ writes: third.responseWrites('noted', noonPlus(0)), result: undefined }))
    await third.storeResponse('said', noonPlus(0))
    await third.release()
    expect(await admit()).toEqual({ state: 'answered', value: 'said' })
  })

  test('what is noted after a reset is not kept', async () => {
    const { hold, kept, characters, checkpoint, restore } = await start()
    const beginning = checkpoint()
    const first = await hold()
    await restore(beginning)
    await characters.insert(aCharacter(), undefined, first.responseWrites('lost', noonPlus(0)))
    await first.release()
    expect(kept()).toBe(0)
  })

  test('what a reset interrupts is not remembered, and its key is free', async () => {
    const { admit, hold, checkpoint, restore, kept } = await start()
    const beginning = checkpoint()
    const first = await hold()
    await restore(beginning)
    const second = await hold()
    await first.storeResponse('lost', noonPlus(0))
    await first.release()
    expect(kept()).toBe(0)
    expect(await admit()).toEqual({ state: 'in_flight' })
    await second.storeResponse('kept', noonPlus(0))
    await second.release()
    expect(await admit()).toEqual({ state: 'answered', value: 'kept' })
  })
}
