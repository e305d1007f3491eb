import { expect, test } from 'vitest'
import { countByFolder, withinBudget } from '../../.config/related/within-budget.js'

const named = (folder: string, count: number) =>
  Array.from({ length: count }, (_, at) => `test/${folder}/${String(at).padStart(3, '0')}.test.ts`)

const RELATED = [
  ...named('store', 30),
  ...named('http', 200),
  ...named('domain/memories', 5),
  ...named('commands', 100),
]

test('tests that are few are all chosen', () => {
  const few = named('http', 120)
  expect(withinBudget(few, ['src/store/kinds.ts'])).toEqual({ chosen: few, left: [] })
})

test('of many, those near the change are chosen, and of each other folder a share', () => {
  const { chosen, left } = withinBudget(RELATED, ['src/store/disk/load.ts'])
  expect(chosen).toHaveLength(120)
  expect(chosen).toEqual(expect.arrayContaining(named('store', 30)))
  expect(countByFolder(chosen)).toBe('test/store 30, test/http 59, test/domain 1, test/commands 30')
  expect([...chosen, ...left].sort()).toEqual([...RELATED].sort())
})

test.each([
  ['src/domain/memories/search/rank.ts', named('domain/memories', 5)],
  ['commands/memories/list.ts', named('commands', 100)],
  ['test/http/007.test.ts', ['test/http/007.test.ts']],
])('with a change of %s, the tests near it are chosen', (changed, near) => {
  expect(withinBudget(RELATED, [changed]).chosen).toEqual(expect.arrayContaining(near))
})

test('where those near the change take all of the budget, a few others are run all the same', () => {
  const { chosen } = withinBudget(RELATED, ['src/http/errors.ts'])
  expect(countByFolder(chosen)).toBe('test/store 6, test/http 200, test/domain 1, test/commands 23')
})
