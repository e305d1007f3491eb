import { expect, test } from 'vitest'
import { createKeyedMutex } from '../../src/domain/keyed-mutex.js'

test('turns of one key come one after the other, also after one that fails; those of others do not wait', async () => {
  const turns = createKeyedMutex()
  const done: string[] = []
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const first = turns.runExclusive('a', async () => {
    await gate
    done.push('a1')
    throw new Error('failed')
  })
  const second = turns.runExclusive('a', async () => done.push('a2'))
  await turns.runExclusive('b', async () => done.push('b1'))
  expect(done).toEqual(['b1'])
  open()
  await expect(first).rejects.toThrow('failed')
  await second
  expect(done).toEqual(['b1', 'a1', 'a2'])
})

test('all is settled when no turn is left, later ones included', async () => {
  const turns = createKeyedMutex()
  await turns.whenIdle()
  const done: number[] = []
  void turns.runExclusive('a', async () => {
    void turns.runExclusive('a', async () => done.push(2))
    done.push(1)
  })
  await turns.whenIdle()
  expect(done).toEqual([1, 2])
})
