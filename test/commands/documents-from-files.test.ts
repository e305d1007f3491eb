import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BatchWithItems } from '../../src/contract/batches.js'
import { scratchFolder } from '../support/commands/cli.js'
import { documentFixture } from '../support/pdf/fixture.js'
import { runAgainst } from '../support/servers/knowledge-server.js'
import { createTestServer, rest } from '../support/servers/test-server.js'

const UPLOADS = '/api/control/v1/local/uploads'
const BATCH = '/api/v1/characters/batch'
const LETTER = documentFixture('letter')

type Upload = { readonly url: string; readonly name: string }

/** A server that may fetch from no private host, so that nothing but uploads reaches it, and Mira. */
async function openDesk() {
  const server = await createTestServer({ logLevel: 'silent', clock: '2030-01-01T00:00:00Z' })
  onTestFinished(() => server.stop())
  const { baseUrl, apiKey } = server.ready
  const upload = async (content: Uint8Array<ArrayBuffer>, name = 'handbook.pdf', part = 'file') => {
    const body = new FormData()
    body.append(part, new Blob([content]), name)
    const response = await fetch(baseUrl + UPLOADS, {
      method: 'POST',
      headers: { 'x-api-key': apiKey },
      body,
    })
    return { status: response.status, body: (await response.json()) as Upload }
  }
  const submit = (url: string) =>
    rest(server, 'POST', BATCH, { requests: [{ customId: 'a', documents: [{ url }] }] })
  const folder = scratchFolder()
  await writeFile(join(folder, 'handbook.pdf'), LETTER)
  const run = (args: readonly string[]) => runAgainst(server, args, folder)
  return { server, baseUrl, upload, submit, run, folder }
}

const FAST = ['--wait', '--poll-interval', '20ms', '--json']

test('a file from disk becomes a document of a local server, by itself and in a batch', async () => {
  const { run } = await openDesk()
  await run(['characters', 'create', '--name', 'Mira'])
  const added = await run(['documents', 'add', 'Mira', 'handbook.pdf', ...FAST])
  expect({ exitCode: added.exitCode, stderr: added.stderr }).toEqual({ exitCode: 0, stderr: '' })
  expect(JSON.parse(added.stdout).documents).toEqual([
    expect.objectContaining({ filename: 'handbook.pdf', status: 'ready', error: null }),
  ])
})

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

test.each([
  ['notes.txt', Buffer.from('Buy milk\n'), 'notes.txt is not a PDF: it is a text file'],
  ['page.pdf', Buffer.from('<!DOCTYPE html><p>Log in'), 'page.pdf is not a PDF: it is an HTML page'],
  ['photo.pdf', PNG, 'photo.pdf is not a PDF: it is a PNG image'],
  ['old.pdf', Buffer.alloc(0), 'old.pdf is not a PDF: it is empty'],
])(
  'a file that is no PDF is wrong usage at once, and nothing at all is sent: %s',
  async (name, content, why) => {
    const { run, folder } = await openDesk()
    await run(['characters', 'create', '--name', 'Mira'])
    await writeFile(join(folder, name), content)
    const { exitCode, stdout } = await run(['documents', 'add', 'Mira', 'handbook.pdf', name, '--json'])
    expect({ exitCode, error: JSON.parse(stdout).error }).toMatchObject({
      exitCode: 2,
      error: { message: why },
    })
    expect(JSON.parse((await run(['documents', 'list', 'Mira', '--json'])).stdout).documents).toEqual([])
  },
)

test('a batch file with PDFs of the disk, by name and by pattern, becomes characters that know them', async () => {
  const { run, folder, server } = await openDesk()
  await mkdir(join(folder, 'rules'))
  for (const name of ['b.pdf', 'a.pdf', 'notes.txt']) await writeFile(join(folder, 'rules', name), LETTER)
  const cast = `- customId: mira
  documents: [rules/*.pdf, { file: handbook.pdf, name: The handbook }]
- customId: otto
  documents: [handbook.pdf]
`
  await writeFile(join(folder, 'cast.yaml'), cast)
  const { stdout, stderr, exitCode } = await run(['batch', 'submit', 'cast.yaml', ...FAST])
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
  const { items, documentCounts } = JSON.parse(stdout) as BatchWithItems
  expect(documentCounts).toMatchObject({ total: 4, ready: 4 })
  expect(items.map(({ documents }) => documents.map(({ name }) => name))).toEqual([
    ['a.pdf', 'b.pdf', 'The handbook'],
    ['handbook.pdf'],
  ])
  const again = await run(['batch', 'submit', 'cast.yaml', ...FAST])
  expect(JSON.parse(again.stdout)).toMatchObject({ items })
  expect(await rest(server, 'GET', BATCH)).toMatchObject({ body: { total: 1 } })
})

test('an upload is kept for an hour under one address for the same name and bytes', async () => {
  const { upload, baseUrl } = await openDesk()
  const first = await upload(LETTER)
  expect(first).toEqual({
    status: 201,
    body: {
      url: expect.stringMatching(/\/uploads\/.+\/handbook\.pdf$/),
      name: 'handbook.pdf',
      fileSize: LETTER.length,
      expiresAt: '2030-01-01T01:00:00.000Z',
    },
  })
  expect(first.body.url.startsWith(`${baseUrl}/`)).toBe(true)
  expect((await upload(LETTER)).body.url).toBe(first.body.url)
  expect((await upload(LETTER, 'map.pdf')).body.url).not.toBe(first.body.url)
  expect((await upload(LETTER, '../../etc/pass\u0000wd.pdf')).body.name).toBe('passwd.pdf')
})

test('nobody but the document fetcher takes the address of an upload', async () => {
  const { upload } = await openDesk()
  const { url } = (await upload(LETTER)).body
  expect((await fetch(url)).status).toBe(404)
})

test('an address that this server has not made is as blocked as any of this machine', async () => {
  const { upload, submit } = await openDesk()
  const { url }: { url: string } = (await upload(LETTER)).body
  const forged = [
    url.replace('handbook', 'other'),
    `${url}?x=1`,
    url.replace(/[0-9a-f]{4}(?=\/handbook)/, 'beef'),
  ]
  for (const address of forged) {
    const { status, body } = await submit(address)
    expect({ status, body }).toMatchObject({ status: 422, body: { detail: [{ msg: 'url_blocked_host' }] } })
  }
  expect((await submit(url)).status).toBe(202)
})

test('an upload is gone after its hour', async () => {
  const { server, upload, submit, run } = await openDesk()
  const { url } = (await upload(LETTER)).body
  const { stdout: token } = await run(['token', '--json'])
  const advanced = await fetch(`${server.ready.baseUrl}/api/control/v1/local/clock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${JSON.parse(token).idToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 'PT1H' }),
  })
  expect(advanced.status).toBe(200)
  const { body } = await submit(url)
  const watched = await run([
    'batch',
    'watch',
    (body as { id: string }).id,
    '--poll-interval',
    '20ms',
    '--json',
  ])
  expect(watched.exitCode).toBe(68)
  expect(watched.stdout).toContain('"fetch_http_error"')
})

test.each([
  ['an empty file', new Uint8Array(), 'file', 'The file is empty'],
  ['another part', LETTER, 'pdf', 'The form may have files in these parts only: file'],
])('%s is refused', async (_, content, part, detail) => {
  const { upload } = await openDesk()
  expect(await upload(content, 'x.pdf', part)).toEqual({ status: 400, body: { detail } })
})
