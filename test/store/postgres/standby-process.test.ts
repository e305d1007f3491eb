import { describe, expect, test } from 'vitest'
import type { Character } from '../../../src/contract/characters.js'
import { type StartingServer, startStandbyProcess } from '../../support/servers/store-server.js'
import { hasPostgres, usePostgres, withClient } from '../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../support/stores/store-folder.js'

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  async function place() {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const start = (more: readonly string[] = []) =>
      startStandbyProcess(folder, ['--standby', ...more], { PARLEY_STORE: database })
    return { database, start }
  }
  const ask = async (url: string) => {
    const response = await fetch(url)
    return [response.status, await response.json()]
  }

  test('who stands by is alive, but not ready, until the other one stops; clients then find everything', async () => {
    const { start } = await place()
    const both: StartingServer[] = [start(), start()]
    const first = await Promise.race(both.map(({ serving }) => serving))
    const [address, other] = await Promise.race(both.map(async (each) => [await each.waiting, each] as const))
    expect(await ask(`${address}/api/health`)).toEqual([200, { status: 'standby', service: 'parley' }])
    expect(await ask(`${address}/api/health/ready`)).toEqual([503, { status: 'standby', service: 'parley' }])
    expect((await ask(`${address}/api/v1/characters`))[0]).toBe(503)
    expect(await ask(`${first.ready.baseUrl}/api/health/ready`)).toEqual([
      200,
      { status: 'ok', service: 'parley' },
    ])

    const { id } = await first.call<Character>('POST', '/characters', { persona: { name: 'Here' } })
    both.find((each) => each !== other)?.signal('SIGTERM')
    const second = await other.serving
    expect(second.ready).toMatchObject({ baseUrl: address, apiKey: first.ready.apiKey })
    expect(await second.call('GET', `/characters/${id}`)).toMatchObject({ name: 'Here' })
    expect(await first.ended).toBe(0)
    expect(await ask(`${address}/api/health/ready`)).toEqual([200, { status: 'ok', service: 'parley' }])
  })

  test('one that stands by ends when it is told to', async () => {
    const { start } = await place()
    await start().serving
    const second = start()
    await second.waiting
    second.signal('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  test('a server that was stopped in the middle, and replaced, answers nobody when it goes on', async () => {
    const { database, start } = await place()
    const [active, standby] = [start(), start()]
    const first = await Promise.race([active, standby].map(({ serving }) => serving))
    const [stopped, other] = first === (await settled(active)) ? [active, standby] : [standby, active]
    await other.waiting
    const { id } = await first.call<Character>('POST', '/characters', { persona: { name: 'Before' } })
    stopped.signal('SIGSTOP')
    // The system takes it for the process, which answers it when it goes on.
    const headers = { 'x-api-key': first.ready.apiKey, 'content-type': 'application/json' }
    const change = { method: 'PUT', headers, body: JSON.stringify({ llm: { max_tokens: 7 } }) }
    const path = `/api/v1/characters/${id}`
    const asked = [undefined, change].map((options) =>
      fetch(`${first.ready.baseUrl}${path}`, options ?? { headers }).then(
        ({ status }) => status,
        () => 'no answer',
      ),
    )
    // As PostgreSQL does with connections of machines that it does not hear of any more.
    await withClient(database, (client) =>
      client.query(
        "select pg_terminate_backend(a.pid) from pg_locks l join pg_stat_activity a using (pid) where l.locktype = 'advisory' and l.granted",
      ),
    )
    const second = await other.serving
    await second.call('PUT', `/characters/${id}`, { persona: { name: 'After' } })
    stopped.signal('SIGCONT')
    for (const answer of await Promise.all(asked)) expect(['no answer', 503]).toContain(answer)
    expect(await stopped.ended).toBe(1)
    expect(await second.call('GET', `/characters/${id}`)).toMatchObject({ name: 'After' })
    expect((await second.call<Character>('GET', `/characters/${id}`)).llm_max_tokens).not.toBe(7)
  })
})

/** The server if it serves by now. */
const settled = ({ serving }: StartingServer) => Promise.race([serving, Promise.resolve(undefined)])
