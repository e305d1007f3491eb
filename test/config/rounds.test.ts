import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { topCalls } from '../support/tagged-rounds.js'

const folder = fileURLToPath(new URL('..', import.meta.url))
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)
const textOf = (file: string) => readFileSync(join(folder, file), 'utf8')

test('the tests that depend on the number of rounds have the tag by which `npm run test:rounds` selects them', () => {
  const concerned = files.filter((file) => file.endsWith('.test.ts') && textOf(file).includes('rounds'))
  const wrong = concerned.flatMap((file) =>
    topCalls(file, textOf(file)).flatMap(({ line, dependsOnRounds, isTagged }) =>
      dependsOnRounds === isTagged ? [] : [`${file}:${line} ${isTagged ? 'has' : 'lacks'} the tag`],
    ),
  )
  expect(wrong).toEqual([])
})

test('no helper depends on the number of rounds, because its callers would not show it', () => {
  const helpers = files.filter((file) => !file.endsWith('.test.ts'))
  expect(helpers.filter((file) => /from '[./a-z-]*\/rounds\.js'/.test(textOf(file)))).toEqual([])
})

const IMPORT = "import { isFull, rounds as some } from '../support/rounds.js'\n"

test.each([
  ['names it itself', 'test("a", () => some(3))'],
  ['names what is made of it', 'const A = { few: some(3) }\ntest.each([A.few])("a", () => {})'],
  ['names it in its title', 'const A = some(3)\ntest("a" + A, () => {})'],
  [
    'calls what calls it',
    'test("a", () => first())\nfunction first() { return then() }\nconst then = () => isFull',
  ],
])('a test that %s depends on the number of rounds', (_, text) => {
  expect(topCalls('a.test.ts', IMPORT + text)).toEqual([
    expect.objectContaining({ dependsOnRounds: true, isTagged: false }),
  ])
})

test.each([
  ['another name', 'const A = some(3)\nconst B = 2\ntest("a", () => B)', { isTagged: false }],
  ['a property of that name', 'test("a", { tags: "rounds" }, () => b.isFull)', { isTagged: true }],
])('a test that names %s does not', (_, text, { isTagged }) => {
  expect(topCalls('a.test.ts', IMPORT + text)).toEqual([
    expect.objectContaining({ dependsOnRounds: false, isTagged }),
  ])
})
