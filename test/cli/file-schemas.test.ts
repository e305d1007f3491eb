import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { expectGolden } from '../support/golden.js'
import { fileSchemas } from '../support/stores/file-schemas.js'

const root = new URL('../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
/** The documents that tell users of the schemas. */
const documents = ['docs/ci.md', 'docs/loadtest.md'].map(read).join('')

const errorsOf = (name: string, value: unknown) => {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true })
  addFormats.default(ajv)
  ajv.validate(fileSchemas[name] ?? {}, value)
  return (ajv.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}

test.each(Object.entries(fileSchemas))(
  '%s in fixtures is the one that the code gives (UPDATE_GOLDEN=1 writes it anew)',
  async (name, schema) => {
    await expectGolden(name, `${JSON.stringify(schema, null, 2)}\n`)
  },
)

test('the files that we ship and show are what their schemas say', () => {
  expect(errorsOf('world.schema.json', parse(read('fixtures/worlds/demo.yaml')))).toEqual([])
  const example = /```yaml\n(- customId: mira[\s\S]*?)```/.exec(documents)?.[1] ?? ''
  expect(parse(example)).toHaveLength(1)
  expect(errorsOf('batch.schema.json', parse(example))).toEqual([])
})

test.each([
  ['batch.schema.json', { requests: [{ customId: 'a', name: 'Flat', documents: [{ file: 'a.pdf' }] }] }],
  ['character.schema.json', { name: 'Flat', tts_voice: null, id: 'c1', persona: { tagline: 'x' } }],
])('%s takes the flat form', (name, value) => {
  expect(errorsOf(name, value)).toEqual([])
})

test.each([
  ['character.schema.json', { persona: { nme: 'x' } }],
  ['character.schema.json', { actions: [{ name: 'Not a name' }] }],
  ['batch.schema.json', [{ customId: 'a', llm: { temperature: 9 } }]],
  ['batch.schema.json', [{ persona: {} }]],
  ['world.schema.json', { characters: [{ persona: {} }] }],
])('%s refuses %j', (name, value) => {
  expect(errorsOf(name, value)).not.toEqual([])
})

test('every schema that the documents name is in the tarball', async () => {
  const named = [...new Set(documents.match(/fixtures\/[\w-]+\.schema\.json/g))]
  const ours = Object.keys(fileSchemas).map((name) => `fixtures/${name}`)
  expect(named).toEqual(expect.arrayContaining([...ours, 'fixtures/loadtest.schema.json']))
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--dry-run', '--json', '--ignore-scripts', '--offline'],
    { cwd: fileURLToPath(root), maxBuffer: 64 * 2 ** 20 },
  )
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[]
  const paths = packed?.files.map(({ path }) => path) ?? []
  expect(named.filter((path) => !paths.includes(path))).toEqual([])
})
