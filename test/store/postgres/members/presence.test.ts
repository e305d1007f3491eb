import { describe, expect, test } from 'vitest'
import type { Character } from '../../../../src/contract/characters.js'
import { startServerProcess } from '../../../support/servers/store-server.js'
import { connectPlayer } from '../../../support/servers/test-server.js'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../../support/stores/store-folder.js'

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  test('a character that somebody talks to at one server runs for all, until nobody does or the server is killed', async () => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const start = () => startServerProcess(folder, ['--members'], { PARLEY_STORE: database })
    const [talking, other] = await Promise.all([start(), start()])
    const create = (name: string) => talking.call<Character>('POST', '/characters', { persona: { name } })
    const [{ id: character_id }, { id: left }] = [await create('Mira'), await create('Bram')]
    const seen = async (id: string) => {
      const { launch_status, is_active } = await other.call<Character>('GET', `/characters/${id}`)
      return [launch_status, is_active]
    }
    const connect = async (id: string) => {
      const auth = { api_key: talking.ready.apiKey, character_id: id, player_id: 'ada' }
      const player = connectPlayer(talking, auth)
      await player.next('session_info')
      return player
    }
    expect(await seen(character_id)).toEqual(['stopped', false])
    await connect(character_id)
    const leaving = await connect(left)
    await expect.poll(() => seen(character_id)).toEqual(['running', true])
    await expect.poll(() => seen(left)).toEqual(['running', true])

    await leaving.leave()
    await expect.poll(() => seen(left)).toEqual(['stopped', false])
    expect(await seen(character_id)).toEqual(['running', true])

    await talking.kill()
    await expect.poll(() => seen(character_id)).toEqual(['stopped', false])
  })
})
