import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startHttp } from '../support/http/http.js'

const CHARACTERS = '/api/v1/characters'
const NAMED = JSON.stringify({ persona: { name: 'Ada' } })
const BODIES = [NAMED, new Uint8Array(gzipSync(NAMED))]

async function given() {
  const { app, key } = await startHttp()
  const base = await app.listen({ port: 0, host: '127.0.0.1' })
  const send = (path: string, headers: Record<string, string>, body?: string | Uint8Array<ArrayBuffer>) =>
    fetch(`${base}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body }),
    })
  return { send }
}

test.each(['gzip', 'br', 'deflate', 'x-gzip', 'identity, gzip', 'GZIP', 'nonsense'])(
  'a body in the encoding %s is refused, and told which is read',
  async (encoding) => {
    const { send } = await given()
    for (const body of BODIES) {
      const answer = await send(CHARACTERS, { 'content-encoding': encoding }, body)
      expect([answer.status, answer.headers.get('accept-encoding')]).toEqual([415, 'identity'])
      expect(await answer.json()).toEqual({ detail: 'Unsupported Media Type' })
    }
  },
)

test.each(['identity', 'Identity', ''])('the encoding "%s" is none', async (encoding) => {
  const { send } = await given()
  expect((await send(CHARACTERS, { 'content-encoding': encoding }, NAMED)).status).toBe(201)
})

test('who may not call, and a path that is not there, are told so first', async () => {
  const { send } = await given()
  const packed = { 'content-encoding': 'gzip' }
  expect((await send(CHARACTERS, { ...packed, 'x-api-key': 'svc_wrong' }, NAMED)).status).toBe(401)
  expect((await send('/api/v1/nope', packed, NAMED)).status).toBe(404)
  expect((await send(CHARACTERS, packed)).status).toBe(422)
})
