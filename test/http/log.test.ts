import { expect, test } from 'vitest'
import { startHttp } from '../support/http/http.js'

test('a request is logged by its route and client, without its address, key or player', async () => {
  const debugged: [string, object | undefined][] = []
  const ignore = () => undefined
  const log = { debug: (...line: [string, object?]) => void debugged.push([line[0], line[1]]) }
  const { call, key } = await startHttp({ log: { ...log, info: ignore, warn: ignore, error: ignore } })
  const headers = { 'x-service-client': 'unity/1.2.3' }
  const answer = await call('GET', `/api/v1/characters/c1/players/ada?api_key=${key}`, { headers })
  expect(debugged).toEqual([
    [
      'request answered',
      {
        requestId: answer.headers['x-request-id'],
        method: 'GET',
        route: '/api/v1/characters/:characterId/players/:playerId',
        status: 404,
        milliseconds: expect.any(Number),
        client: 'unity/1.2.3',
      },
    ],
  ])
  expect(JSON.stringify(debugged)).not.toContain(key)
})
