import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Document } from '../../src/contract/documents.js'
import type { RunningServer } from '../../src/runtime/create-server.js'
import { scratchFolder } from '../support/commands/cli.js'
import { parleyAtTerminal } from '../support/commands/terminal.js'
import { documentFixture } from '../support/pdf/fixture.js'
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

const run = (args: readonly string[], cwd = scratchFolder()) => runAgainst(server, args, cwd)
const json = async (args: readonly string[], cwd?: string) => {
  const { stdout, stderr, exitCode } = await run([...args, '--json'], cwd)
  return { exitCode, stderr, answer: JSON.parse(stdout) }
}

async function characterOf(name: string): Promise<string> {
  return (await json(['characters', 'create', '--name', name])).answer.id
}

const FAST = ['--wait', '--poll-interval', '20ms']

test('documents are fetched from their addresses, waited for, listed, shown, saved and deleted', async () => {
  const { urlOf, asked } = await startLibrary()
  const id = await characterOf('Ada')
  const added = await json([
    'documents',
    'add',
    'Ada',
    urlOf('letter.pdf?secret=1'),
    '--name',
    'A letter',
    '--header',
    'Authorization: Bearer a:b',
    ...FAST,
  ])
  expect(added).toMatchObject({ exitCode: 0, stderr: '' })
  const [document]: Document[] = added.answer.documents
  expect(added.answer.documents).toEqual([
    expect.objectContaining({ agentId: id, filename: 'A letter', status: 'ready', error: null }),
  ])
  expect(asked[0]).toMatchObject({ url: '/letter.pdf?secret=1', headers: { authorization: 'Bearer a:b' } })

  const documentId = String(document?.id)
  expect((await json(['documents', 'list', 'Ada'])).answer).toEqual({ documents: [document], total: 1 })
  expect((await json(['documents', 'get', documentId])).answer).toEqual(document)
  expect((await run(['documents', 'list', 'Ada'])).stdout).toMatch(/^ID +STATUS +PAGES +NAME\n/)
  expect((await run(['documents', 'get', documentId])).stdout).toContain(
    `from       ${urlOf('letter.pdf')}\n`,
  )

  const cwd = scratchFolder()
  const saved = await json(['documents', 'download', documentId], cwd)
  expect(saved.answer).toEqual({
    documentId,
    file: 'A letter',
    contentType: 'application/pdf',
    fileSizeBytes: document?.fileSize,
  })
  expect(new Uint8Array(await readFile(join(cwd, 'A letter')))).toEqual(documentFixture('letter'))

  const deleted = await run(['documents', 'delete', 'Ada', documentId, '--yes'])
  expect(deleted).toMatchObject({ stdout: `Deleted ${documentId}`, exitCode: 0 })
  expect((await json(['documents', 'list', 'Ada'])).answer.total).toBe(0)
})

test('a document that fails ends the waiting with 68 and says why, line by line', async () => {
  const { urlOf } = await startLibrary()
  await characterOf('Bea')
  const { stdout, stderr, exitCode } = await run([
    'documents',
    'add',
    'Bea',
    urlOf('bad/encrypted.pdf'),
    urlOf('missing.pdf'),
    ...FAST,
  ])
  expect(exitCode).toBe(68)
  expect(stdout).toContain('\nencrypted.pdf: pdf_unreadable: The PDF is encrypted')
  expect(stdout).toContain('\nmissing.pdf: fetch_http_error (404): ')
  expect(stderr).toContain('missing.pdf: failed, fetch_http_error (404): ')
})

test('a document that is still read when the time runs out ends with 69', async () => {
  const { urlOf, release } = await startLibrary()
  await characterOf('Cid')
  const { exitCode, answer } = await json(['documents', 'add', 'Cid', urlOf('held-1.pdf'), '--wait=50ms'])
  release()
  expect(exitCode).toBe(69)
  expect(answer.documents).toMatchObject([{ filename: 'held-1.pdf' }])
})

test('without --wait the answer says what was accepted', async () => {
  const { urlOf } = await startLibrary()
  await characterOf('Dan')
  const { answer, exitCode } = await json([
    'documents',
    'add',
    'Dan',
    urlOf('letter.pdf'),
    urlOf('report.pdf'),
  ])
  expect(exitCode).toBe(0)
  expect(answer.documents).toMatchObject([
    { name: 'letter.pdf', url: urlOf('letter.pdf'), batchId: expect.stringMatching(/^cb_/) },
    { name: 'report.pdf' },
  ])
})

test('Ctrl-C while waiting leaves the documents to be read, and says how to see them', async () => {
  const { urlOf, release, requests } = await startLibrary()
  await characterOf('Eve')
  const terminal = parleyAtTerminal(
    ['documents', 'add', 'Eve', urlOf('held-1.pdf'), '--wait'],
    environmentOf(server),
  )
  await requests(1)
  await terminal.shows('held-1.pdf: ')
  terminal.type('\u0003')
  expect(await terminal.exit).toBe(130)
  const [, id] = /parley documents get ([\w-]+)/.exec(terminal.lines().join('\n')) ?? []
  release()
  expect((await json(['documents', 'get', String(id)])).answer).toMatchObject({ filename: 'held-1.pdf' })
})

test('a refusal in the middle says what was added before', async () => {
  const { urlOf } = await startLibrary()
  await characterOf('Fay')
  const { stderr, exitCode } = await run([
    'documents',
    'add',
    'Fay',
    urlOf('letter.pdf'),
    'ftp://a.test/x.pdf',
  ])
  expect(exitCode).toBe(1)
  expect(stderr).toMatch(
    /^Warning: added before the error: [\w-]{36}\nError: The service rejected the input:\n/,
  )
  expect(stderr).toContain('url: url_scheme_not_allowed')
})

test.each([
  ['two documents of one name', ['https://a.test/1.pdf', 'https://a.test/2.pdf', '--name', 'x']],
  ['a header without a name', ['https://a.test/1.pdf', '--header', 'secret']],
  ['a file that is not there', ['none.pdf']],
  ['a wait that is no duration', ['https://a.test/1.pdf', '--wait=soon']],
])('%s is a wrong use, and adds nothing', async (_, args) => {
  const { baseUrl, requests } = await fakeRest(() => ({ status: 500 }))
  const { exitCode, answer } = await json(['documents', 'add', 'Mira', ...args, '--base-url', baseUrl])
  expect({ exitCode, code: answer.error.code, requests }).toEqual({
    exitCode: 2,
    code: 'usage',
    requests: [],
  })
  expect(JSON.stringify(answer)).not.toContain('secret')
})

test('a file is sent to no service but a local one', async () => {
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'a.pdf'), documentFixture('letter'))
  const { exitCode, answer } = await json(
    ['documents', 'add', 'Mira', 'a.pdf', '--base-url', 'https://service.example'],
    cwd,
  )
  expect(exitCode).toBe(2)
  expect(answer.error.message).toBe(
    'Files can only be sent to a local server; https://service.example fetches documents from their address',
  )
})

const PDF = { filename: 'a.pdf', contentType: 'application/pdf', expiresInSeconds: 900 }

/** A service whose links lead to another host, which sends `content` and notes what it was asked. */
async function linkedService(link: object, content = 'content', status = 200) {
  const files = await fakeRest(() => ({ status, body: content }))
  const { baseUrl } = await fakeRest(() => ({ body: { ...PDF, url: `${files.baseUrl}/f`, ...link } }))
  const args = ['documents', 'download', 'ID', '--api-key', 'svc_key', '--base-url', baseUrl]
  return { args, files }
}

test('the host that a link leads to gets no credentials', async () => {
  const { args, files } = await linkedService({ fileSizeBytes: 7 })
  const cwd = scratchFolder()
  expect(await run([...args, '--player-id', 'ada'], cwd)).toMatchObject({
    exitCode: 0,
    stdout: 'Saved a.pdf',
  })
  expect(await readFile(join(cwd, 'a.pdf'), 'utf8')).toBe('content')
  expect(files.requests).toHaveLength(1)
  const { headers } = files.requests[0] ?? { headers: {} }
  expect(Object.keys(headers).filter((name) => name.startsWith('x-') || name === 'authorization')).toEqual([])
})

test('a file that is there is not overwritten without --force', async () => {
  const { args, files } = await linkedService({ fileSizeBytes: 7 })
  const cwd = scratchFolder()
  await writeFile(join(cwd, 'a.pdf'), 'mine')
  const refused = await run(args, cwd)
  expect(refused).toMatchObject({ exitCode: 1, stdout: '' })
  expect(refused.stderr).toContain('The file a.pdf already exists')
  expect(files.requests).toEqual([])
  expect((await run([...args, '--force'], cwd)).exitCode).toBe(0)
  expect(await readFile(join(cwd, 'a.pdf'), 'utf8')).toBe('content')
})

test('--out - writes the bytes to standard output and nothing else', async () => {
  const { args } = await linkedService({ fileSizeBytes: 7 })
  expect(await run([...args, '--out', '-'])).toEqual({ stdout: 'content', stderr: '', exitCode: 0 })
  expect((await run([...args, '--out', '-', '--json'])).exitCode).toBe(2)
})

test.each([
  ['has another length', { fileSizeBytes: 8 }, 200, 'incomplete or damaged: 7 of 8 bytes'],
  ['is refused', { fileSizeBytes: 7 }, 403, 'status 403'],
  [
    'is behind no web address',
    { fileSizeBytes: 7, url: 'file:///etc/passwd' },
    200,
    'is not an http or https address',
  ],
  ['is behind a dead address', { fileSizeBytes: 7, url: 'http://127.0.0.1:1/x' }, 200, 'did not send'],
])('a file that %s leaves nothing on the disk', async (_, link, status, message) => {
  const { args } = await linkedService(link, 'content', status)
  const cwd = scratchFolder()
  const { stderr, exitCode } = await run([...args, '--out', 'b.pdf'], cwd)
  expect(exitCode).toBe(1)
  expect(stderr).toContain(message)
  await expect(readFile(join(cwd, 'b.pdf'))).rejects.toThrow('ENOENT')
})

test('a name that would lead out of the folder, or hide, is made harmless', async () => {
  const { args } = await linkedService({ fileSizeBytes: 7, filename: '../..\\x/..y\u001b: z.pdf' })
  expect((await run(args)).stdout).toBe('Saved y z.pdf')
})

test('deleting asks, and without an answer deletes nothing', async () => {
  const { baseUrl, requests } = await fakeRest(() => ({ status: 500 }))
  const { exitCode } = await run(['documents', 'delete', 'Mira', 'ID', '--base-url', baseUrl])
  expect({ exitCode, requests }).toEqual({ exitCode: 4, requests: [] })
})
