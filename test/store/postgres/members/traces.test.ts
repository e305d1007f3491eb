import { describe, expect, test } from 'vitest'
import type { Character } from '../../../../src/contract/characters.js'
import type { TurnModelRequest } from '../../../../src/contract/turn-replays.js'
import type { TurnSummary, TurnTrace } from '../../../../src/contract/turn-traces.js'
import type { RunningServer } from '../../../../src/runtime/create-server.js'
import { parley } from '../../../support/commands/cli.js'
import { environmentOf } from '../../../support/servers/knowledge-server.js'
import { idTokenOf, rest, startTestServer } from '../../../support/servers/test-server.js'
import { hasPostgres, usePostgres, withClient } from '../../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../../support/stores/store-folder.js'

const TURNS = '/api/control/v1/local/turns'
type Listed = { readonly turns: readonly TurnSummary[]; readonly silentServers?: number }

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  async function startTwo() {
    const [dataDir, store] = [await temporaryFolder(), await postgres.database()]
    const start = () =>
      startTestServer({ dataDir, store, members: true, limits: 'off', pace: 'instant', logLevel: 'silent' })
    const [first, second] = await Promise.all([start(), start()])
    const made = await rest(first, 'POST', '/api/v1/characters', { persona: { name: 'Mira' } })
    const { id: characterId } = made.body as Character
    const talk = async (server: RunningServer, playerId: string, message: string) => {
      const path = `/api/v1/characters/${characterId}/turn`
      expect((await rest(server, 'POST', path, { playerId, message })).status).toBe(200)
    }
    return { ...{ store, first, second, characterId, talk }, servers: [first, second] }
  }
  const asStaff = async (server: RunningServer, path: string, body?: object) => {
    const response = await fetch(`${server.ready.baseUrl}${TURNS}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        authorization: `Bearer ${await idTokenOf(server)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
  const listed = async (server: RunningServer) => (await asStaff(server, '')).body as Listed

  test('each server lists, explains and asks again the turns of all', async () => {
    const { first, second, servers, talk } = await startTwo()
    await talk(first, 'ada', 'My name is Ada.')
    await talk(second, 'bob', 'My name is Bob.')
    const { turns } = await listed(first)
    expect(turns.map(({ playerId }) => playerId)).toEqual(['bob', 'ada'])
    expect(await listed(second)).toEqual({ turns })
    for (const { messageId, playerId, preview } of turns) {
      for (const server of servers) {
        const trace = (await asStaff(server, `/${messageId}`)).body as TurnTrace
        expect(trace).toMatchObject({ messageId, playerId, text: preview.input, state: 'completed' })
        expect((await asStaff(server, `/${trace.playerMessageId}`)).body).toMatchObject({ messageId })
        const asked = (await asStaff(server, `/${messageId}/request`)).body as TurnModelRequest
        expect(asked).toMatchObject({ provider: 'stub', request: null })
        const again = await asStaff(server, `/${messageId}/retry`, { persona: { name: 'Bram' } })
        expect(again).toMatchObject({ status: 200, body: { retryOf: messageId, state: 'completed' } })
      }
    }
    expect((await listed(second)).turns).toHaveLength(6)
    for (const server of servers)
      expect(await asStaff(server, '/nowhere')).toMatchObject({
        status: 404,
        body: { detail: expect.stringContaining('Turn') },
      })
  })

  test('what is erased at one server no other one tells any more', async () => {
    const { first, second, servers, characterId, talk } = await startTwo()
    for (let round = 0; round < 5; round += 1) {
      const [here, there] = round % 2 === 0 ? [first, second] : [second, first]
      await talk(here, 'ada', 'I live in Porto.')
      const [turn] = (await listed(there)).turns
      expect(turn).toMatchObject({ playerId: 'ada' })
      await rest(there, 'DELETE', `/api/v1/characters/${characterId}/players/ada`)
      for (const server of servers) {
        expect(await listed(server)).toEqual({ turns: [] })
        expect((await asStaff(server, `/${turn?.messageId}`)).status).toBe(404)
      }
    }
  })

  test('a server that does not answer is named, until it is counted out', async () => {
    const { store, first, second, talk } = await startTwo()
    await talk(first, 'ada', 'Hi')
    await talk(second, 'bob', 'Hi')
    const beat = (statement: string) => withClient(store, (client) => client.query(statement))
    await beat("insert into parley.members (name, holder, seq) values ('deaf', '', 0)")
    const state = { isOver: false }
    // It lives for as long as it is asked: else a slow machine would count it out before.
    const living = (async () => {
      while (!state.isOver) {
        await beat("update parley.members set beats = beats + 1 where name = 'deaf'")
        await listed(second)
      }
    })()
    const [inTime, unknown, list] = await Promise.all([
      listed(first),
      asStaff(second, '/nowhere'),
      parley(['turns', 'list'], { env: environmentOf(first) }),
    ])
    const [there] = inTime.turns.filter(({ playerId }) => playerId === 'bob')
    const { status } = await asStaff(first, `/${there?.messageId}`)
    expect(status).toBe(200)
    state.isOver = true
    await living
    expect(inTime).toMatchObject({ turns: [{}, {}], silentServers: 1 })
    expect(unknown).toMatchObject({
      status: 503,
      body: { detail: 'One of the servers did not answer: what you ask for may be there' },
    })
    expect(list.stderr).toContain('One server of the same records did not answer')
    await expect.poll(async () => (await listed(first)).silentServers, { timeout: 30_000 }).toBeUndefined()
    expect((await asStaff(second, '/nowhere')).status).toBe(404)
  })

  test('questions leave nothing behind', async () => {
    const { store, first, talk } = await startTwo()
    await talk(first, 'ada', 'Hi')
    await listed(first)
    const rows = await withClient(store, (client) =>
      client.query(
        'select (select count(*) from parley.questions) + (select count(*) from parley.answers) as n',
      ),
    )
    expect(Number(rows.rows[0].n)).toBe(0)
  })
})
