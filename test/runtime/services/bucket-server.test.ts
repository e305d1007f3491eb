import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Character } from '../../../src/contract/characters.js'
import { metadataOf, png } from '../../support/images/images.js'
import { startS3Server } from '../../support/object-storage/s3-server.js'
import {
  createTestServer,
  rest,
  startTestServer,
  temporaryFolder,
} from '../../support/servers/test-server.js'

async function given() {
  const [s3, folder] = [await startS3Server(), await temporaryFolder()]
  const { endpoint, region, accessKeyId, secretAccessKey } = s3.settings
  await writeFile(join(folder, 'secret'), secretAccessKey)
  const configFile = join(folder, 'config.yaml')
  await writeFile(
    configFile,
    `blobs:\n  ${[
      'url: s3://parley-files/team',
      `endpoint: ${endpoint}`,
      `region: ${region}`,
      `accessKeyId: ${accessKeyId}`,
      'secretKeyFile: secret',
    ].join('\n  ')}\n`,
  )
  return { s3, options: { dataDir: join(folder, 'data'), configFile } }
}

test('a server keeps an avatar in the bucket and sends it to clients itself', async () => {
  const { s3, options } = await given()
  const server = await startTestServer(options)
  const { body } = await rest(server, 'POST', '/api/v1/characters', { persona: { name: 'Mira' } })
  const path = `/api/v1/characters/${(body as Character).id}`
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(await png())]), 'mira.png')
  const { baseUrl, apiKey } = server.ready
  const sent = await fetch(`${baseUrl}${path}/avatar`, {
    method: 'PUT',
    headers: { 'x-api-key': apiKey },
    body: form,
  })
  const avatar = String(((await sent.json()) as Character).avatar)

  expect(avatar).toMatch(`${baseUrl}/files/`)
  const file = await fetch(avatar)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(await metadataOf(Buffer.from(await file.arrayBuffer()))).toMatchObject({ width: 40, height: 20 })
  const part = await fetch(avatar, { headers: { range: 'bytes=1-3' } })
  expect([part.status, await part.text()]).toEqual([206, 'PNG'])
  expect([...s3.objects.keys()].filter((key) => key.startsWith('team/files/'))).toHaveLength(1)

  s3.fail([{ status: 403, code: 'AccessDenied' }])
  const refused = await fetch(avatar)
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { detail: 'The files of the server are not reachable' },
  ])
  expect((await rest(server, 'DELETE', path)).status).toBe(200)
  await server.stop()
  expect([...s3.objects.keys()]).toEqual(['team/parley.json'])
})

test('a server that the bucket refuses does not start, and says why without secrets', async () => {
  const { s3, options } = await given()
  s3.fail([{ status: 403, code: 'SignatureDoesNotMatch' }])
  const refused = await createTestServer(options).catch((error: unknown) => error)
  expect(refused).toMatchObject({
    name: 'StartError',
    message:
      'The bucket s3://parley-files/team refuses the signature: the secret key is another one (HTTP 403 SignatureDoesNotMatch).',
    hint: expect.stringContaining('AWS_SECRET_ACCESS_KEY'),
  })
  expect(JSON.stringify([refused, String(refused)])).not.toContain(s3.settings.secretAccessKey)
})
