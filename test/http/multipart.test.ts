import { expect, test } from 'vitest'
import { FORM_TYPE, formBytes, type Part } from '../support/http/forms.js'
import { characterRecord } from '../support/http/http-records.js'
import { startWithFiles } from '../support/http/uploads.js'
import { png } from '../support/images/images.js'

const image = async (part: Partial<Part> = {}): Promise<Part> => ({
  name: 'image',
  filename: 'mira.png',
  content: await png(),
  ...part,
})
const field: Part = { name: 'note', content: 'hello' }

const refused: [string, () => Promise<readonly Part[] | Buffer>, RegExp][] = [
  ['a form without a file', async () => [field], /"image" is missing/],
  ['a form of nothing', async () => [], /"image" is missing/],
  ['an empty body', async () => Buffer.alloc(0), /missing|malformed/],
  ['a file under another name', async () => [await image({ name: 'picture' })], /in these parts only: image/],
  ['a file without a name', async () => [{ filename: 'a.png', content: 'x' }], /in these parts only: image/],
  [
    'a file under the name of a method',
    async () => [await image({ name: 'toString' })],
    /malformed|these parts only/,
  ],
  ['a file in a text field', async () => [{ name: 'image', content: 'data:image/png;base64,' }], /missing/],
  ['two files', async () => [await image(), await image()], /one file part "image" only/],
  [
    'a second file under another name',
    async () => [await image(), await image({ name: 'model' })],
    /only: image/,
  ],
  ['a form cut off in a file', async () => formBytes([await image()]).subarray(0, 200), /breaks off/],
  ['a form without its end', async () => formBytes([await image()]).subarray(0, -6), /breaks off/],
  [
    'a form cut off after a part',
    async () => formBytes([await image(), field]).subarray(0, -70),
    /breaks off/,
  ],
  ['a body that is no form', async () => Buffer.from('{"image": 1}'), /malformed|missing/],
  [
    'a text field without end',
    async () => [{ name: 'note', content: 'x'.repeat(2 ** 20 + 1) }, await image()],
    /too long/,
  ],
  [
    'many long text fields',
    async () => [...Array(3).fill({ name: 'n', content: 'x' }), ...long(), await image()],
    /too long/,
  ],
  ['more parts than anybody has', async () => Array(300).fill(field), /breaks off|malformed/],
]

const long = () => ['a', 'b', 'c'].map((name) => ({ name, content: 'x'.repeat(400_000) }))

test.each(refused)('%s is refused with 400; nothing changes, no file is left', async (_, make, detail) => {
  const { upload, store, storedFiles } = await startWithFiles()
  const answer = await upload('avatar', await make())
  expect(answer).toMatchObject({ status: 400, body: { detail: expect.stringMatching(detail) } })
  expect(await store.characters.find('c1')).toEqual(characterRecord())
  await expect.poll(storedFiles).toEqual([])
})

test.each([
  ['JSON', 'application/json', '{"image":"x"}'],
  ['JSON that does not parse', 'application/json', '{'],
  ['a picture alone', 'image/png', 'x'],
  ['an encoded form', 'application/x-www-form-urlencoded', 'image=x'],
  ['a form without a boundary', 'multipart/form-data', 'x'],
  ['another kind of multipart', 'multipart/mixed; boundary=x', 'x'],
])('%s is refused with 400, because it is no form', async (_, type, content) => {
  const { upload } = await startWithFiles()
  const answer = await upload('avatar', Buffer.from(content), { 'content-type': type })
  expect(answer).toMatchObject({ status: 400, body: { detail: expect.any(String) } })
})

test.each([
  '../../../etc/passwd',
  '..\\..\\boot.ini',
  '/dev/null',
  'a\u0000.png',
  'x.png; filename="y"',
  '%2e%2e/x',
])('a file name is no path and no header: %j', async (filename) => {
  const { upload, storedFiles } = await startWithFiles()
  const answer = await upload('avatar', [await image({ filename })])
  expect(answer).toMatchObject({
    status: 200,
    body: { avatar: expect.stringMatching(/\/files\/[0-9a-f]{64}\/avatar\.png$/) },
  })
  await expect.poll(storedFiles).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
})

test('a line break in a file name injects no header', async () => {
  const { upload } = await startWithFiles()
  const answer = await upload('avatar', [await image({ filename: 'a.png"\r\nX-Evil: 1\r\n\r\n' })])
  expect(answer.headers).not.toHaveProperty('x-evil')
  expect(answer.status).toBe(400)
})

test('text fields beside the file are passed over', async () => {
  const { upload } = await startWithFiles()
  expect((await upload('avatar', [field, await image(), field])).status).toBe(200)
})

test('other routes still take JSON only', async () => {
  const { app, key } = await startWithFiles()
  const headers = { 'x-api-key': key, 'content-type': FORM_TYPE }
  const answer = await app.inject({
    method: 'PUT',
    url: '/api/v1/characters/c1',
    headers,
    payload: formBytes([field]),
  })
  expect(answer.statusCode).toBe(415)
})
