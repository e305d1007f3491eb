import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ReportedBatch } from '../../src/cli/batch/batch-outcome.js'
import type { Batch, BatchWithItems } from '../../src/contract/batches.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { jsonLines, parleyProcess, scratchFolder } from '../support/commands/cli.js'
import { fakeRest } from '../support/providers/fake-service.js'
import {
  environmentOf,
  runAgainst,
  startKnowledgeServer,
  startLibrary,
} from '../support/servers/knowledge-server.js'

let server: RunningServer
beforeAll(async () => {
  server = await startKnowledgeServer()
})
afterAll(() => server.stop())

async function folderWith(files: Readonly<Record<string, string | object>>): Promise<string> {
  const folder = scratchFolder()
  for (const [name, content] of Object.entries(files)) {
    await mkdir(join(folder, dirname(name)), { recursive: true })
    await writeFile(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

const run = (args: readonly string[], cwd = scratchFolder()) => runAgainst(server, ['batch', ...args], cwd)
const json = async <T = BatchWithItems>(args: readonly string[], cwd?: string) => {
  const { stdout, stderr, exitCode } = await run([...args, '--json'], cwd)
  return { exitCode, stderr, answer: JSON.parse(stdout) as T }
}
const FAST = ['--wait', '--poll-interval', '20ms']

test('a pipeline without a terminal submits, waits, and gets one line per change and the result', async () => {
  const { urlOf } = await startLibrary()
  const cwd = await folderWith({
    'cast.yaml': `- customId: mira
  persona: { name: Mira }
  documents: [${urlOf('letter.pdf')}]
- customId: otto
`,
  })
  const { stdout, stderr, exitCode } = await run(['submit', 'cast.yaml', ...FAST], cwd)
  expect(exitCode).toBe(0)
  expect(stdout).toMatch(
    /^batch {7}cb_\w+\nstatus {6}completed\nitems {7}2 succeeded\ndocuments {3}1 ready\n/,
  )
  expect(stdout).toMatch(/\n[\w-]{36} {2}succeeded {2}1\/1 {8}mira\n/)
  const lines = stderr.split('\n')
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^Idempotency key: parley-[0-9a-f]{32}$/),
    expect.stringMatching(/^Batch: cb_/),
  ])
  expect(lines).toEqual(
    expect.arrayContaining(['otto: succeeded', 'mira: letter.pdf: ready', 'mira: succeeded']),
  )
  expect(stderr).not.toContain('\u001b')
})

test('submitting the same file again gives the same batch, another key another one', async () => {
  const cwd = await folderWith({
    'cast.json': [{ customId: 'again' }],
    'same.yaml': '[{ customId: again }] # same',
  })
  const ids = []
  for (const args of [['cast.json'], ['same.yaml'], ['cast.json', '--idempotency-key', 'mine']]) {
    const { answer, stderr, exitCode } = await json<Batch>(['submit', ...args], cwd)
    expect({ stderr, exitCode }).toEqual({ stderr: '', exitCode: 0 })
    ids.push(answer.id)
  }
  const none = ['submit', 'cast.json', '--idempotency-key', '']
  ids.push((await json<Batch>(none, cwd)).answer.id, (await json<Batch>(none, cwd)).answer.id)
  expect(ids[1]).toBe(ids[0])
  expect(new Set(ids).size).toBe(4)
})

test('a repeated submission says so, and --new makes another batch', async () => {
  const cwd = await folderWith({ 'cast.json': [{ customId: 'twice' }] })
  const first = await json<ReportedBatch>(['submit', 'cast.json', ...FAST], cwd)
  expect(first.answer.replayed).toBe(false)
  const second = await run(['submit', 'cast.json'], cwd)
  expect(second).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(first.answer.id) })
  expect(second.stderr).toMatch(
    /\nThe same batch as at \d{4}-\d\d-\d\d [\d:]{8}Z, key parley-[0-9a-f]{32}; use --new to submit again\.$/,
  )
  const asJson = await json<ReportedBatch>(['submit', 'cast.json'], cwd)
  expect(asJson).toMatchObject({ stderr: '', exitCode: 0 })
  expect(asJson.answer).toEqual({ ...first.answer, replayed: true })
  const anew = await json<ReportedBatch>(['submit', 'cast.json', '--new'], cwd)
  expect(anew.answer).toMatchObject({ replayed: false })
  expect(anew.answer.id).not.toBe(first.answer.id)
  expect((await run(['submit', 'cast.json', '--new', '--idempotency-key', 'k'], cwd)).exitCode).toBe(2)
})

test.each([
  ['at once', []],
  ['after waiting', FAST],
])('a repeated submission counts characters that are gone as failed, %s', async (_, wait) => {
  const cwd = await folderWith({ 'cast.json': [{ customId: 'kept' }, { customId: `gone${wait.length}` }] })
  const { answer } = await json<ReportedBatch>(['submit', 'cast.json', ...FAST], cwd)
  const gone = String(answer.items[1]?.characterId)
  await runAgainst(server, ['characters', 'delete', gone, '--yes'], cwd)
  const reports = wait.length > 0 ? ['--report', 'r.json', '--report', 'r.xml'] : []
  const again = await json<ReportedBatch>(['submit', 'cast.json', ...wait, ...reports], cwd)
  expect(again).toMatchObject({
    exitCode: 68,
    answer: {
      id: answer.id,
      replayed: true,
      counts: { total: 2, succeeded: 1, failed: 1 },
      items: [
        { status: 'succeeded', error: null },
        { status: 'failed', characterId: gone, error: { code: 'character_gone' } },
      ],
    },
  })
  if (reports.length === 0) return
  expect(JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'))).toEqual(again.answer)
  const junit = await readFile(join(cwd, 'r.xml'), 'utf8')
  expect(junit).toContain('<testcase classname="cast.json" name="gone3"><failure type="character_gone"')
  expect(junit).toContain('tests="2" failures="1"')
})

test('a service that tells nothing of earlier batches is no obstacle, and that is said', async () => {
  const batch = {
    id: 'cb_1',
    status: 'processing',
    orgId: null,
    counts: { total: 1 },
    documentCounts: { total: 0 },
    createdAt: '2030-01-02T03:04:05.000Z',
    completedAt: null,
    expiresAt: '2030-02-01T03:04:05.000Z',
    retryOf: null,
  }
  const { baseUrl } = await fakeRest(({ method }) =>
    method === 'POST' ? { body: batch } : { status: 403, body: { detail: 'insufficient scope' } },
  )
  const cwd = await folderWith({ 'cast.json': [{ customId: 'a' }] })
  const { stderr, exitCode } = await run(['submit', 'cast.json', '--base-url', baseUrl], cwd)
  expect(exitCode).toBe(0)
  expect(stderr).toContain('The service does not report whether this is an earlier batch.')
  const { answer } = await json<ReportedBatch>(['submit', 'cast.json', '--base-url', baseUrl], cwd)
  expect(answer.replayed).toBeNull()
})

test('a repeated submission of a batch that is gone fails', async () => {
  const batch = {
    id: 'cb_1',
    counts: {},
    documentCounts: { total: 0 },
    createdAt: '2030-01-02T03:04:05.000Z',
  }
  const { baseUrl } = await fakeRest(({ method, url }) => {
    if (method === 'POST') return { body: batch }
    if (url.includes('cb_1')) return { status: 404, body: { detail: 'Batch not found' } }
    return { body: { batches: [batch], total: 1, limit: 100, offset: 0 } }
  })
  const cwd = await folderWith({ 'cast.json': [{ customId: 'a' }] })
  const { stderr, exitCode } = await run(['submit', 'cast.json', '--base-url', baseUrl], cwd)
  expect(exitCode).toBe(1)
  expect(stderr).toContain(
    'Error: The same batch as at 2030-01-02 03:04:05Z, cb_1, which is gone.\nUse --new',
  )
})

test('another player or organization does not get that batch', async () => {
  const cwd = await folderWith({ 'cast.json': [{ customId: 'whose' }] })
  const { baseUrl, requests } = await fakeRest(() => ({ status: 500, body: {} }))
  for (const more of [[], ['--player-id', 'ada'], ['--org-id', 'ada']]) {
    await run(['submit', 'cast.json', '--base-url', baseUrl, ...more], cwd)
  }
  const submitted = requests.filter(({ method }) => method === 'POST')
  expect(submitted).toHaveLength(3)
  expect(new Set(submitted.map(({ headers }) => headers['idempotency-key'])).size).toBe(3)
})

test('CSV makes the characters that its rows describe', async () => {
  const csv = 'customId,persona.name,llm.temperature,is_public\nada,"Ada, the first",0.2,true\n'
  const cwd = await folderWith({ 'cast.csv': csv })
  const { answer } = await json(['submit', 'cast.csv', ...FAST], cwd)
  const shown = await runAgainst(
    server,
    ['characters', 'get', String(answer.items[0]?.characterId), '--json'],
    cwd,
  )
  expect(JSON.parse(shown.stdout)).toMatchObject({
    name: 'Ada, the first',
    llm_temperature: 0.2,
    is_public: true,
  })
})

test('requests may come from standard input', async () => {
  const { stdout, exitCode } = await parleyProcess(['batch', 'submit', '-', '--json'], {
    input: '{"requests":[{"customId":"piped"}]}',
    env: environmentOf(server),
  })
  expect(exitCode).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ status: 'completed', counts: { total: 1, succeeded: 1 } })
})

test('a refused batch is told by item and line, and makes nothing', async () => {
  const cwd = await folderWith({
    'cast.yaml': `requests:
  - customId: mira
    llm:
      temperature: 9
    documents:
      - ftp://a.test/x.pdf
      - { url: http://10.0.0.1/x.pdf, type: text }
  - customId: mira
    oops: 1
  - persona: {}
`,
  })
  const { stdout, stderr, exitCode } = await run(['submit', 'cast.yaml'], cwd)
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
  const lines = stderr.split('\n').slice(1)
  expect(lines[0]).toBe('Error: The service refuses the batch:')
  expect(lines.slice(1).sort()).toEqual([
    '  cast.yaml:10 item 2: customId: Field required',
    '  cast.yaml:4 mira: llm.temperature: Input should be less than or equal to 2',
    '  cast.yaml:6 mira: documents.0.url: url_scheme_not_allowed, an address begins with http:// or https://',
    '  cast.yaml:7 mira: documents.1.type: unsupported_type, documents are PDF',
    '  cast.yaml:7 mira: documents.1.url: url_blocked_host, this host is not on the public internet',
    '  cast.yaml:8 mira: customId: duplicate_custom_id, another item has this customId',
    '  cast.yaml:9 mira: oops: Extra inputs are not permitted',
  ])
})

test('a document to attach that is not there is told by item and line', async () => {
  const cwd = await folderWith({ 'cast.yaml': '- customId: a\n- customId: b\n  document_ids:\n    - none\n' })
  const { stderr, exitCode } = await run(['submit', 'cast.yaml'], cwd)
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(/\n {2}cast\.yaml:4 b: document_ids\.0: .*not/i)
})

test('a batch that has to wait for another one says how to follow that', async () => {
  const detail = { message: 'A batch is already running', runningBatchId: 'cb_1' }
  const { baseUrl } = await fakeRest(() => ({
    status: 429,
    headers: { 'retry-after': '30' },
    body: { detail },
  }))
  const cwd = await folderWith({ 'cast.json': [{ customId: 'a' }] })
  const { stderr, exitCode } = await run(['submit', 'cast.json', '--base-url', baseUrl], cwd)
  expect(exitCode).toBe(1)
  expect(stderr).toContain(
    'Error: A batch is already running\nFollow it with `parley batch watch cb_1`, then try again.',
  )
})

test('a finished batch with a failed document ends with 68; reports say why; a retry mends it', async () => {
  const { urlOf } = await startLibrary()
  const cwd = await folderWith({
    'cast.json': [
      { customId: 'good', documents: [urlOf('letter.pdf')] },
      { customId: 'bad', documents: [urlOf('missing.pdf')] },
    ],
  })
  const reports = ['--report', 'r.json', '--report', 'r.xml']
  const first = await json(['submit', 'cast.json', ...FAST, ...reports], cwd)
  expect(first).toMatchObject({ exitCode: 68, stderr: '', answer: { status: 'completed' } })
  expect(JSON.parse(await readFile(join(cwd, 'r.json'), 'utf8'))).toEqual(first.answer)
  expect(await readFile(join(cwd, 'r.xml'), 'utf8')).toContain(
    '<testcase classname="cast.json" name="bad"><failure type="fetch_http_error"',
  )
  expect((await run(['get', first.answer.id])).stdout).toContain(
    '\nbad: missing.pdf: fetch_http_error (404): ',
  )

  const headers = await folderWith({ 'headers.yaml': `${urlOf('missing.pdf')}: { X-Key: secret }` })
  const retried = await json(['retry', first.answer.id, ...FAST, '--headers', 'headers.yaml'], headers)
  expect(retried).toMatchObject({ exitCode: 68, answer: { retryOf: first.answer.id, counts: { total: 1 } } })

  const listed = await json<{ batches: Batch[] }>(['list', '--limit', '2'])
  expect(listed.answer.batches.map(({ id }) => id)).toEqual([retried.answer.id, first.answer.id])
  expect((await run(['list'])).stdout).toMatch(/^ID +STATUS +ITEMS +DOCS +CREATED\n/)
})

test('a batch that still runs when the time is up ends with 69; watching and cancelling go on from there', async () => {
  const { urlOf, release, requests } = await startLibrary()
  const documents = Array.from({ length: 10 }, (_, index) => urlOf(`held-${index}.pdf`))
  const cwd = await folderWith({ 'cast.json': [{ customId: 'slow', documents }] })
  const { exitCode, answer } = await json(['submit', 'cast.json', '--wait=10ms', '--report', 'late.xml'], cwd)
  expect(exitCode).toBe(69)
  expect(answer.status).toBe('processing')
  expect(await readFile(join(cwd, 'late.xml'), 'utf8')).toContain(
    '<testcase classname="cast.json" name="slow"><failure type="timeout"',
  )
  await requests(1)

  const cancelled = await json<Batch>(['cancel', answer.id])
  expect(cancelled).toMatchObject({ exitCode: 0, answer: { status: 'cancelling' } })
  release()
  const watched = await run(
    ['watch', answer.id, '--poll-interval', '20ms', '--json', '--report', 'w.json'],
    cwd,
  )
  expect(watched.exitCode).toBe(68)
  const events = jsonLines(watched.stdout)
  expect(events.at(-1)).toMatchObject({ event: 'batch', id: answer.id, status: 'cancelled' })
  expect(events).toContainEqual(
    expect.objectContaining({ event: 'document', customId: 'slow', status: 'cancelled' }),
  )
  expect(events).toContainEqual(expect.objectContaining({ event: 'item', customId: 'slow' }))
  expect(JSON.parse(await readFile(join(cwd, 'w.json'), 'utf8'))).toMatchObject({ status: 'cancelled' })
  expect((await run(['cancel', answer.id])).exitCode).toBe(1)
})

test.each([
  ['a report without waiting', ['--report', 'r.json']],
  ['a report of an unknown kind', ['--wait', '--report', 'r.txt']],
  ['a report in no folder', ['--wait', '--report', 'none/r.xml']],
  ['a dry run that waits', ['--dry-run', '--wait']],
])('%s is a wrong use, and submits nothing', async (_, args) => {
  const { baseUrl, requests } = await fakeRest(() => ({ status: 500, body: {} }))
  const cwd = await folderWith({ 'cast.json': [{ customId: 'a' }] })
  const { exitCode } = await run(['submit', 'cast.json', ...args, '--base-url', baseUrl], cwd)
  expect({ exitCode, requests }).toEqual({ exitCode: 2, requests: [] })
})
