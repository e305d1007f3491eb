import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parseInputJson, readInputFile } from '../../../src/runtime/config/input-file.js'
import { parseInputYaml } from '../../../src/runtime/config/input-yaml.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

const BIG = 6 * 2 ** 20
const refusal = (message: RegExp | string) => ({
  name: 'InputFileError',
  message: message instanceof RegExp ? expect.stringMatching(message) : message,
})

test('a file is read without its byte order mark', async () => {
  const path = join(await temporaryFolder(), 'a.yaml')
  await writeFile(path, '\ufeffname: Mira\n')
  expect(await readInputFile(path)).toBe('name: Mira\n')
})

test.each([
  ['/dev/zero', 'it is larger than 8 MiB'],
  ['/nowhere/a.yaml', 'there is no such file'],
  ['/', 'this is a folder, not a file'],
])('%s is refused: %s', async (path, message) => {
  await expect(readInputFile(path)).rejects.toMatchObject(refusal(message))
})

const bomb = [
  'a: &a [x, x, x, x, x, x, x, x, x]',
  ...[...'bcdefghi'].map((name, n) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[n]}`).join()}]`),
].join('\n')

const yamls: [string, string, RegExp | string][] = [
  ['an alias in the list that it stands for', 'a: &a [1, *a]', /an alias in it stands for/],
  ['an alias in the object that it stands for', '&a\nname: x\nb:\n  c: *a\n', /an alias in it stands for/],
  ['aliases that multiply', bomb, 'its aliases lead too far'],
  ['an alias of nothing', 'a: *b', /neither YAML nor JSON: Unresolved alias/],
  ['lists in lists, 6 MB of them', '['.repeat(BIG), /nested too deeply|too many values/],
  ['closed lists in lists', '['.repeat(600) + ']'.repeat(600), 'it is nested too deeply'],
  ['objects in objects', '{"a":'.repeat(5000), 'it is nested too deeply'],
  ['lists in lists by dashes', '- '.repeat(BIG / 2), /nested too deeply|too many values/],
  ['keys in keys', '? '.repeat(3000), 'it is nested too deeply'],
  [
    'ever further to the right',
    Array.from({ length: 3000 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'),
    'it is nested too deeply',
  ],
  ['6 MB of numbers', `[${'1,'.repeat(BIG / 2)}1]`, 'it holds too many values'],
  ['6 MB of lines', 'a\n'.repeat(BIG / 2), 'it holds too many values'],
  ['what is not closed', '[1, 2', /neither YAML nor JSON/],
]

test.each(yamls)('%s is refused in a sentence', async (_, text, message) => {
  await expect(parseInputYaml(text)).rejects.toMatchObject(refusal(message))
})

test('brackets in texts nest nothing, and an anchor may be used often', async () => {
  const { value } = await parseInputYaml(
    `art: |\n  ${'['.repeat(2000)}\nquoted: "${'{'.repeat(2000)}"\nbase: &base { a: 1 }\nall: [${Array(300).fill('*base').join()}]\n`,
  )
  expect(value).toMatchObject({ art: `${'['.repeat(2000)}\n`, quoted: '{'.repeat(2000), base: { a: 1 } })
  expect((value as { all: unknown[] }).all).toHaveLength(300)
})

test.each([
  ['6 MB of lists in lists', '['.repeat(BIG), 'it is nested too deeply'],
  ['objects in objects', '{"a":'.repeat(BIG / 5), 'it is nested too deeply'],
  ['what is no JSON', '{"a":', /^it is not JSON: /],
])('of JSON %s is refused in a sentence', (_, text, message) => {
  expect(() => parseInputJson(text)).toThrow(expect.objectContaining(refusal(message)))
})

test('brackets in the texts of JSON nest nothing', () => {
  const value = { text: `\\"${'['.repeat(2000)}`, list: [[[1]]] }
  expect(parseInputJson(JSON.stringify(value))).toEqual(value)
})
