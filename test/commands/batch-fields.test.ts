import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DryRun } from '../../src/cli/batch/dry-run.js'
import { DOCUMENT_BYTES } from '../../src/contract/documents.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { scratchFolder } from '../support/commands/cli.js'
import { documentFixture } from '../support/pdf/fixture.js'
import { runAgainst, startKnowledgeServer } from '../support/servers/knowledge-server.js'

let server: RunningServer
beforeAll(async () => {
  server = await startKnowledgeServer()
})
afterAll(() => server.stop())

async function folderWith(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const folder = scratchFolder()
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, dirname(name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  return folder
}

const submit = (cwd: string, ...args: readonly string[]) =>
  runAgainst(server, ['batch', 'submit', ...args, '--poll-interval', '20ms'], cwd)

const dryRun = async (cwd: string, ...args: readonly string[]) => {
  const { stdout, exitCode } = await runAgainst(
    server,
    ['batch', 'submit', ...args, '--dry-run', '--json'],
    cwd,
  )
  return { exitCode, tried: JSON.parse(stdout) as DryRun }
}

const SLIPS = `- customId: mira
  persona:
    name: Mira
    nme: x
  actions:
    - { name: wave, desciption: Waves }
  id: c1
  created_at: now
- customId: otto
`

const WARNINGS = [
  'cast.yaml:4 mira: persona.nme: the service does not know it; did you mean name? (ignored)',
  'cast.yaml:6 mira: actions.0.desciption: the service does not know it; did you mean description? (ignored)',
  'cast.yaml:7 mira: id, created_at: cannot be set (ignored)',
]

test('what the service would ignore is warned about, by item and line, and in a dry run, too', async () => {
  const cwd = await folderWith({ 'cast.yaml': SLIPS })
  const tried = await dryRun(cwd, 'cast.yaml')
  expect(tried).toMatchObject({ exitCode: 0, tried: { valid: true, problems: [], warnings: WARNINGS } })
  const { stderr, exitCode } = await submit(cwd, 'cast.yaml')
  expect(exitCode).toBe(0)
  expect(stderr.split('\n').slice(0, 3)).toEqual(WARNINGS.map((line) => `Warning: ${line}`))
})

test('--strict refuses what the service would ignore, and sends nothing', async () => {
  const cwd = await folderWith({ 'cast.yaml': SLIPS })
  const { stderr, stdout, exitCode } = await submit(
    cwd,
    'cast.yaml',
    '--strict',
    '--base-url',
    'http://127.0.0.1:1',
  )
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 })
  expect(stderr).toContain('Error: cast.yaml cannot be submitted:')
  expect(stderr).toContain(
    '  cast.yaml:4 mira: persona.nme: the service does not know it; did you mean name?',
  )
  const { exitCode: dry, tried } = await dryRun(cwd, 'cast.yaml', '--strict')
  expect(dry).toBe(1)
  const at = (...path: (string | number)[]) => ['body', 'requests', 0, ...path]
  expect(tried).toMatchObject({
    valid: false,
    warnings: [],
    problems: [
      { loc: at('persona', 'nme') },
      { loc: at('actions', 0, 'desciption') },
      { loc: at('id') },
      { loc: at('created_at') },
    ],
  })
})

test('an item may have its fields as a character is returned with them; a complaint names the line', async () => {
  const flat = '- customId: mira\n  name: Mira\n  llm_model: m\n  tts_voice: null\n'
  const cwd = await folderWith({
    'cast.yaml': flat,
    'bad.yaml': flat.replace('tts_voice: null', 'tts_speed: 9'),
  })
  const { stdout, stderr, exitCode } = await submit(cwd, 'cast.yaml', '--wait', '--json')
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const { items } = JSON.parse(stdout)
  const shown = await runAgainst(server, ['characters', 'get', items[0].characterId, '--json'], cwd)
  expect(JSON.parse(shown.stdout)).toMatchObject({ name: 'Mira', llm_model: 'm', tts_voice: null })
  const bad = await submit(cwd, 'bad.yaml')
  expect(bad).toMatchObject({ exitCode: 1 })
  expect(bad.stderr).toContain('  bad.yaml:4 mira: tts.speed: Input should be less than or equal to 2')
})

test('a field that is there twice with two values is refused, with both names', async () => {
  const cwd = await folderWith({ 'cast.yaml': '- customId: a\n  name: B\n  persona: { name: C }\n' })
  const { stderr, exitCode } = await submit(cwd, 'cast.yaml')
  expect(exitCode).toBe(2)
  expect(stderr).toContain(
    '  cast.yaml:2 a: name: contradicts persona.name: the same field with another value',
  )
})

test('a field that an item does not have comes with what may be meant', async () => {
  const cwd = await folderWith({ 'cast.yaml': '- customID: a\n  llm_modle: x\n' })
  const { stderr, exitCode } = await submit(cwd, 'cast.yaml')
  expect(exitCode).toBe(1)
  expect(stderr).toContain('customID: Extra inputs are not permitted, did you mean customId?')
  expect(stderr).toContain('llm_modle: Extra inputs are not permitted, did you mean llm_model')
})

const DOCUMENTS = `- customId: mira
  documents:
    - good.pdf
    - page.html
    - gone.pdf
- customId: otto
  documents: [sub, big.pdf, none-*.pdf, { file: "*.pdf", name: One }, page.html]
`
const DOCUMENT_LINES = [
  '  cast.yaml:4 mira: documents.1: page.html: the file is no PDF: it is an HTML page',
  '  cast.yaml:5 mira: documents.2: gone.pdf: there is no such file',
  '  cast.yaml:7 otto: documents.0: sub: this is a folder, not a file',
  '  cast.yaml:7 otto: documents.1: big.pdf: the file is larger than 50 MB',
  '  cast.yaml:7 otto: documents.2: no file fits none-*.pdf',
  '  cast.yaml:7 otto: documents.3: one name for 2 files',
  '  cast.yaml:7 otto: documents.4: page.html: the file is no PDF: it is an HTML page',
]

test('files that the service would not take are all found before anything is sent', async () => {
  const cwd = await folderWith({
    'cast.yaml': DOCUMENTS,
    'good.pdf': documentFixture('letter'),
    'page.html': '<html>',
    'big.pdf': '%PDF-1.7',
    'sub/x.pdf': '%PDF-1.7',
  })
  await truncate(join(cwd, 'big.pdf'), DOCUMENT_BYTES + 1)
  const { stderr, exitCode } = await submit(cwd, 'cast.yaml')
  expect(exitCode).toBe(2)
  expect(stderr.split('\n')).toEqual(['Error: cast.yaml cannot be submitted:', ...DOCUMENT_LINES])
  const { exitCode: dry, tried } = await dryRun(cwd, 'cast.yaml')
  expect(dry).toBe(1)
  expect(tried.problems).toHaveLength(DOCUMENT_LINES.length)
  expect(tried.problems[1]).toEqual({
    loc: ['body', 'requests', 0, 'documents', 2],
    msg: 'gone.pdf: there is no such file',
  })
  const asText = await runAgainst(server, ['batch', 'submit', 'cast.yaml', '--dry-run'], cwd)
  expect(asText.stdout.split('\n').slice(-DOCUMENT_LINES.length)).toEqual(DOCUMENT_LINES)
})

test('a problem of CSV names line and column; a dry run says what separates the columns', async () => {
  const cwd = await folderWith({ 'cast.csv': '\ufeffcustomId;llm_temperature;persona.nme\na;9;x\n' })
  const unknown = await submit(cwd, 'cast.csv')
  expect(unknown).toMatchObject({ exitCode: 2 })
  expect(unknown.stderr).toContain('persona.nme: did you mean persona.name')
  await writeFile(join(cwd, 'cast.csv'), '\ufeffcustomId;llm_temperature;name\na;9;Ada\n')
  const { tried, exitCode } = await dryRun(cwd, 'cast.csv')
  expect(exitCode).toBe(1)
  expect(tried.separator).toBe('semicolons')
  const { stdout } = await runAgainst(server, ['batch', 'submit', 'cast.csv', '--dry-run'], cwd)
  expect(stdout).toContain('cast.csv: 1 items, 0 documents, columns separated by semicolons\n')
  expect(stdout).toContain('  cast.csv:2 (column llm_temperature) a: llm.temperature: Input should be less')
})
