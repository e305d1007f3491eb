import { describe, expect, test } from 'vitest'
import type { Character } from '../../../../src/contract/characters.js'
import { startStandbyProcess } from '../../../support/servers/store-server.js'
import { hasPostgres, usePostgres, withClient } from '../../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../../support/stores/store-folder.js'

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  test('a server that was stopped in the middle is counted out, and answers nobody when it goes on', async () => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const start = () => startStandbyProcess(folder, ['--members'], { PARLEY_STORE: database })
    const stopped = start()
    const first = await stopped.serving
    const second = await start().serving
    const members = () =>
      withClient(database, async (client) => {
        const { rows } = await client.query<{ count: number }>(
          'select count(*)::int as count from parley.members',
        )
        return rows[0]?.count
      })
    const { id } = await first.call<Character>('POST', '/characters', { persona: { name: 'Before' } })
    expect(await members()).toBe(2)

    stopped.signal('SIGSTOP')
    // The system takes it for the process, which answers it when it goes on.
    const headers = { 'x-api-key': first.ready.apiKey, 'content-type': 'application/json' }
    const change = { method: 'PUT', headers, body: JSON.stringify({ llm: { max_tokens: 7 } }) }
    const asked = [{ headers }, change].map((options) =>
      fetch(`${first.ready.baseUrl}/api/v1/characters/${id}`, options).then(
        ({ status }) => status,
        () => 'no answer',
      ),
    )
    await expect.poll(members).toBe(1)
    await second.call('PUT', `/characters/${id}`, { persona: { name: 'After' } })
    stopped.signal('SIGCONT')
    for (const answer of await Promise.all(asked)) expect(['no answer', 503]).toContain(answer)
    expect(await stopped.ended).toBe(1)
    const found = await second.call<Character>('GET', `/characters/${id}`)
    expect([found.name, found.llm_max_tokens === 7]).toEqual(['After', false])
  })
})
