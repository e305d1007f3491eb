import { expect, test } from 'vitest'
import { createCleanup } from '../../../src/cli/compare/cleanup.js'

function given() {
  const undone: string[] = []
  const warnings: string[] = []
  const { acquire, run } = createCleanup((text) => void warnings.push(text))
  const add = (name: string, create: () => Promise<string> = async () => name) =>
    acquire({
      create,
      undo: async (made) => {
        if (made === 'stuck') throw new Error('no')
        undone.push(made)
      },
      describeRest: (made) => `${made} is left`,
    })
  return { add, run, undone, warnings }
}

test('what was made is removed in reverse order, once', async () => {
  const { add, run, undone } = given()
  await add('first')
  await add('second')
  await Promise.all([run(), run()])
  expect(undone).toEqual(['second', 'first'])
})

test('what is still being made is removed when it is there', async () => {
  const { add, run, undone } = given()
  let finish: (made: string) => void = () => undefined
  const made = new Promise<string>((resolve) => {
    finish = resolve
  })
  const pending = add('late', () => made)
  const done = run()
  expect(undone).toEqual([])
  finish('late')
  await Promise.all([pending, done])
  expect(undone).toEqual(['late'])
})

test('what could not be made need not be removed, and nothing is made any more afterwards', async () => {
  const { add, run, undone, warnings } = given()
  const refused = add('never', () => Promise.reject(new Error('refused')))
  await expect(refused).rejects.toThrow('refused')
  await run()
  expect([undone, warnings]).toEqual([[], []])
  expect(() => add('too late')).toThrow('Interrupted')
})

test('what cannot be removed is named, and the rest is removed', async () => {
  const { add, run, undone, warnings } = given()
  await add('first')
  await add('stuck')
  await run()
  expect(undone).toEqual(['first'])
  expect(warnings).toEqual(['stuck is left (no)'])
})
