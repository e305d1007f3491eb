import { expect, test } from 'vitest'
import { createTurns } from '../../src/domain/turns.js'

test('turns of one key come one after the other, also after one that fails; those of others do not wait', async () => {
  const turns = createTurns()
  const done: string[] = []
  let open = () => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const first = turns.take('a', async () => {
    await gate
    done.push('a1')
    throw new Error('failed')
  })
  const second = turns.take('a', async () => done.push('a2'))
  await turns.take('b', async () => done.push('b1'))
  expect(done).toEqual(['b1'])
  open()
  await expect(first).rejects.toThrow('failed')
  await second
  expect(done).toEqual(['b1', 'a1', 'a2'])
})

test('all is settled when no turn is left, later ones included', async () => {
  const turns = createTurns()
  await turns.settled()
  const done: number[] = []
  void turns.take('a', async () => {
    void turns.take('a', async () => done.push(2))
    done.push(1)
  })
  await turns.settled()
  expect(done).toEqual([1, 2])
})
