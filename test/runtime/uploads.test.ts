import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, onTestFinished, test } from 'vitest'
import { FORM_TYPE, formBytes, formWith, onePixel } from '../support/http/forms.js'
import { glbHead } from '../support/models/glb-files.js'
import { isFull } from '../support/rounds.js'
import { type ServerProcess, startServerProcess } from '../support/servers/store-server.js'
import { temporaryFolder } from '../support/servers/test-server.js'

const MB = 2 ** 20
/** Twenty of them are more than the server may take for all. */
const LARGE = isFull ? 100 : 20
const PICTURES = isFull ? 200 : 50

async function startWithCharacter() {
  const folder = await temporaryFolder()
  const server = await startServerProcess(folder)
  const { id } = await server.call<{ id: string }>('POST', '/characters', {})
  const storedFiles = () => readdir(join(folder, 'files'))
  return { server, id, storedFiles }
}

/** The bytes of a form around a file that is made while it is sent. */
function largeModel(bytes: number) {
  const [head, tail] = formBytes([{ name: 'model', filename: 'large.glb', content: 'CONTENT' }])
    .toString('latin1')
    .split('CONTENT')
  const begin = Buffer.concat([Buffer.from(head ?? '', 'latin1'), glbHead(bytes)])
  const chunk = Buffer.alloc(64 * 1024)
  const left = bytes - glbHead(bytes).length
  function* content() {
    yield begin
    for (let sent = 0; sent < left; sent += chunk.length)
      yield chunk.subarray(0, Math.min(chunk.length, left - sent))
    yield Buffer.from(tail ?? '', 'latin1')
  }
  return { content, length: begin.length + left + (tail ?? '').length }
}

type Sending = { readonly server: ServerProcess; readonly path: string }

const putForm = ({ server: { ready }, path }: Sending, length: number) =>
  request(`${ready.baseUrl}/api/v1${path}`, {
    method: 'PUT',
    headers: { 'x-api-key': ready.apiKey, 'content-type': FORM_TYPE, 'content-length': length },
  })

async function sendModel(to: Sending, bytes: number): Promise<number | undefined> {
  const { content, length } = largeModel(bytes)
  const sending = putForm(to, length)
  const status = new Promise<number | undefined>((resolve, reject) => {
    sending.on('error', reject).on('response', (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode))
    })
  })
  await pipeline(Readable.from(content()), sending)
  return status
}

/** Sends all of it whatever comes back meanwhile, as simple clients do; then reads the status. */
async function sendStubbornly({ server: { ready }, path }: Sending, bytes: number): Promise<number> {
  const { content, length } = largeModel(bytes)
  const socket = connect(Number(new URL(ready.baseUrl).port), '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const answered = once(socket, 'data')
  const head = [
    `PUT /api/v1${path} HTTP/1.1`,
    'Host: localhost',
    `X-API-Key: ${ready.apiKey}`,
    `Content-Type: ${FORM_TYPE}`,
    `Content-Length: ${length}`,
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  await pipeline(Readable.from(content()), socket, { end: false })
  const [answer] = await answered
  return Number(String(answer).split(' ')[1])
}

/** Resident memory in bytes: now, or at most since the peak was forgotten. */
async function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const [, kilobytes] =
    new RegExp(`${field}:\\s+(\\d+) kB`).exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

test.runIf(process.platform === 'linux')(
  `20 models of ${LARGE} MB that are sent at the same time add less than 150 MB of memory`,
  { tags: 'rounds' },
  async () => {
    const { server, id, storedFiles } = await startWithCharacter()
    const to = { server, path: `/characters/${id}/model-file` }
    expect(await sendModel(to, MB)).toBe(200)
    const { pid } = server.ready
    await writeFile(`/proc/${pid}/clear_refs`, '5')
    const before = await memoryOf(pid, 'VmRSS')
    const sent = await Promise.all(Array.from({ length: 20 }, () => sendModel(to, LARGE * MB)))
    expect(sent).toEqual(Array(20).fill(200))
    expect(((await memoryOf(pid, 'VmHWM')) - before) / MB).toBeLessThan(150)
    await expect.poll(storedFiles).toHaveLength(1)
  },
)

test(`${PICTURES} pictures that are sent at the same time are all taken, and the last one stays`, {
  tags: 'rounds',
}, async () => {
  const { server, id, storedFiles } = await startWithCharacter()
  const { baseUrl, apiKey } = server.ready
  const send = async () => {
    const body = formWith('image', 'a.png', onePixel())
    const headers = { 'x-api-key': apiKey }
    return (await fetch(`${baseUrl}/api/v1/characters/${id}/avatar`, { method: 'PUT', headers, body })).status
  }
  expect(await Promise.all(Array.from({ length: PICTURES }, send))).toEqual(Array(PICTURES).fill(200))
  await expect.poll(storedFiles).toHaveLength(1)
})

test('a client that stops in the middle leaves nothing, and the server goes on', async () => {
  const { server, id, storedFiles } = await startWithCharacter()
  const stopping = Array.from({ length: 10 }, async () => {
    const { content, length } = largeModel(10 * MB)
    const sending = putForm({ server, path: `/characters/${id}/model-file` }, length)
    const closed = new Promise((resolve) => sending.on('error', () => undefined).on('close', resolve))
    const [begin] = content()
    sending.write(Buffer.concat([begin ?? Buffer.alloc(0), Buffer.alloc(MB)]))
    await expect.poll(storedFiles).not.toEqual([])
    sending.destroy()
    await closed
  })
  await Promise.all(stopping)
  await expect.poll(storedFiles).toEqual([])
  expect(await server.call('GET', `/characters/${id}`)).toMatchObject({ model_status: null, model_url: null })
})

test('whoever sends too much, under the wrong name, or to nobody still gets the answer', async () => {
  const { server, id, storedFiles } = await startWithCharacter()
  for (const [path, megabytes, status] of [
    // A file under another name.
    [`${id}/avatar`, 30, 400],
    [`${id}/model-file`, 151, 400],
    ['nobody/model-file', 30, 404],
  ] as const) {
    const answer = await sendStubbornly({ server, path: `/characters/${path}` }, megabytes * MB)
    expect([path, answer]).toEqual([path, status])
    await expect.poll(storedFiles).toEqual([])
  }
})
