import { expect, test } from 'vitest'
import { MODEL_FILE_BYTES } from '../../../src/contract/limits.js'
import { type Part, sendForm } from '../../support/http/forms.js'
import { characterRecord } from '../../support/http/http-records.js'
import { startWithFiles } from '../../support/http/uploads.js'
import { png } from '../../support/images/images.js'
import { BIN_CHUNK, glb, scene } from '../../support/models/glb-files.js'

const model = (content: Uint8Array = glb(), filename = 'mira.glb'): Part => ({
  name: 'model',
  filename,
  content,
})
const urlOf = ({ body }: { body: unknown }) => (body as { model_url: string }).model_url

test('an uploaded model completes the character, and is fetched byte by byte as it was', async () => {
  const { upload, call, fetchFile, store } = await startWithFiles()
  const bytes = glb({ chunks: [scene(), [BIN_CHUNK, Buffer.alloc(300_000, 7)]] })
  const answer = await upload('model-file', [model(bytes, 'Mira of the Tower.GLB')])
  const model_url = expect.stringMatching(/^http:\/\/localhost:80\/files\/[0-9a-f]{64}\/model\.glb$/)
  expect(answer).toMatchObject({ status: 200, body: { model_status: 'completed', model_url, avatar: null } })
  expect((await call('GET', '/api/v1/characters/c1')).body).toEqual(answer.body)
  expect((await call('GET', '/api/agents/c1')).body).toMatchObject({
    modelStatus: 'completed',
    modelUrl: urlOf(answer),
  })
  expect(await store.characters.find('c1')).toMatchObject({ model_url: null })

  const file = await fetchFile(urlOf(answer))
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'model/gltf-binary'])
  expect(file.rawPayload.equals(bytes)).toBe(true)
  const part = await fetchFile(urlOf(answer), { range: 'bytes=0-3' })
  expect([part.statusCode, part.payload]).toEqual([206, 'glTF'])
})

test('a model goes into the part "model"', async () => {
  const { upload } = await startWithFiles()
  const answer = await upload('model-file', [{ ...model(), name: 'image' }])
  expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringContaining('model') } })
})

const refused: [string, () => Promise<Part> | Part][] = [
  ['a file of no bytes', () => model(Buffer.alloc(0))],
  ['a picture under the name of a model', async () => model(await png())],
  ['a model under the name of a picture', () => model(glb(), 'mira.png')],
  ['a model without an extension', () => model(glb(), 'glb')],
  ['a model without a name', () => ({ name: 'model', type: 'application/octet-stream', content: glb() })],
  ['a text glTF', () => model(Buffer.from('{"asset":{"version":"2.0"}}'))],
  [
    'a model cut off',
    () => model(glb({ chunks: [scene(), [BIN_CHUNK, Buffer.alloc(1000)]] }).subarray(0, 500)),
  ],
]

test.each(refused)('%s is refused with 400; nothing changes, no file is left', async (_, make) => {
  const { upload, store, storedFiles } = await startWithFiles()
  const answer = await upload('model-file', [await make()])
  expect(answer).toMatchObject({ status: 400, body: { detail: expect.any(String) } })
  expect(await store.characters.find('c1')).toEqual(characterRecord())
  await expect.poll(storedFiles).toEqual([])
})

test('a failed upload leaves the model of before where it is', async () => {
  const { upload, fetchFile, storedFiles } = await startWithFiles()
  const answer = await upload('model-file', [model()])
  expect((await upload('model-file', [model(Buffer.from('glTF'))])).status).toBe(400)
  await expect.poll(storedFiles).toHaveLength(1)
  expect((await fetchFile(urlOf(answer))).statusCode).toBe(200)
})

const HEAD_BYTES = glb({ chunks: [scene(), [BIN_CHUNK, Buffer.alloc(0)]] }).length

test('150 MB to the byte are accepted, a byte more is not', async () => {
  const { upload, storedFiles } = await startWithFiles()
  const largest = glb({ chunks: [scene(), [BIN_CHUNK, Buffer.alloc(MODEL_FILE_BYTES - HEAD_BYTES)]] })
  expect(largest.length).toBe(MODEL_FILE_BYTES)
  expect((await upload('model-file', [model(largest)])).status).toBe(200)
  expect(await upload('model-file', [model(Buffer.concat([largest, Buffer.alloc(1)]))])).toMatchObject({
    status: 400,
    body: { detail: 'The file may have at most 150 MB' },
  })
  await expect.poll(storedFiles).toHaveLength(1)
})

test('only its owner gives a character a model: 403 to a player, 404 to another account', async () => {
  const { app, key, otherKey, store, storedFiles } = await startWithFiles()
  await store.characters.insert(characterRecord({ id: 'hers', player_id: 'ada' }))
  const send = async (id: string, asking: { key: string; headers?: Record<string, string> }) =>
    (await sendForm({ app, ...asking }, `/api/v1/characters/${id}/model-file`, [model()])).status
  expect(await send('c1', { key, headers: { 'x-player-id': 'ada' } })).toBe(403)
  expect(await send('hers', { key, headers: { 'x-player-id': 'bob' } })).toBe(403)
  expect(await send('c1', { key: otherKey })).toBe(404)
  await expect.poll(storedFiles).toEqual([])
  expect(await send('hers', { key, headers: { 'x-player-id': 'ada' } })).toBe(200)
})
