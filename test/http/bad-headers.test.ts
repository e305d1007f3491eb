import { expect, test } from 'vitest'
import { startHttp } from '../support/http/http.js'
import { openRaw } from '../support/http/http-raw.js'

const CHARACTERS = '/api/v1/characters'

async function given() {
  const world = await startHttp()
  const { exchange } = await openRaw(world.app)
  for (const playerId of ['ada', 'bob']) await world.call('POST', CHARACTERS, { playerId, body: {} })
  const ask = async (lines: readonly string[], method = 'GET') => {
    const head = [`${method} ${CHARACTERS} HTTP/1.1`, 'Host: x', 'Connection: close', ...lines]
    const [answer] = await exchange(Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1'), 1)
    return answer
  }
  return { ...world, ask, own: `X-API-Key: ${world.key}` }
}

test.each([
  ['a lone carriage return', 'X-Player-Id: ada\rX-Org-Id: o1'],
  ['a lone line feed', 'X-Player-Id: ada\nX-Org-Id o1'],
  ['a folded line', 'X-Player-Id: ada\r\n\tX-Org-Id: o1'],
  ['a null byte', 'X-Player-Id: ada\0'],
  ['a space before the colon', 'X-Player-Id : ada'],
  ['a line break in a name', 'X-Player\n-Id: ada'],
])('a header with %s is a malformed request', async (_, line) => {
  const { ask, own } = await given()
  expect(await ask([own, line])).toMatchObject({ status: 400, body: { detail: 'Bad Request' } })
})

test('a credential that is sent twice is nobody', async () => {
  const { ask, own, otherKey } = await given()
  for (const second of [own, `X-API-Key: ${otherKey}`]) {
    expect(await ask([own, second])).toMatchObject({ status: 401, body: { detail: 'Invalid API key' } })
  }
})

test('a player that is sent twice is neither of both', async () => {
  const { ask, own } = await given()
  expect(await ask([own, 'X-Player-Id: ada'])).toMatchObject({ status: 200, body: { total: 1 } })
  expect(await ask([own, 'X-Player-Id: ada', 'X-Player-Id: bob'])).toMatchObject({ body: { total: 0 } })
})

test('an organization that is sent twice is none of the caller', async () => {
  const { ask, own } = await given()
  expect(await ask([own, 'X-Org-Id: o1', 'X-Org-Id: o1'])).toMatchObject({ status: 403 })
})

test.each(['*', "ada' OR '1'='1", '%61da', '{"$ne":null}', '__proto__', 'ADA', 'ada\xff', '\xc3\x28'])(
  'the player "%s" is not ada',
  async (playerId) => {
    const { ask, own } = await given()
    expect(await ask([own, `X-Player-Id: ${playerId}`])).toMatchObject({ status: 200, body: { total: 0 } })
  },
)

test('what a preflight asks for is answered as it is, and as one header', async () => {
  const { ask } = await given()
  const wanted = 'x-a, x-b\t\xe9, =?utf-8?q?=0D=0AX-Evil:_1?='
  const answer = await ask(
    [
      'Origin: https://a.example',
      'Access-Control-Request-Method: GET',
      `Access-Control-Request-Headers: ${wanted}`,
    ],
    'OPTIONS',
  )
  expect(answer?.status).toBe(204)
  expect(answer?.headers.get('access-control-allow-headers')).toBe(wanted)
  expect(answer?.headers.has('x-evil')).toBe(false)
})

test('a request id is ours, whatever the client calls its own', async () => {
  const { ask, own } = await given()
  const answer = await ask([own, 'X-Request-Id: mine'])
  expect(answer?.headers.get('x-request-id')).toMatch(/^[\w-]{8}-\w+$/)
})
