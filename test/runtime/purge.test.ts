import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  connectPlayer,
  idTokenOf,
  sendTextAndWait,
  startTestServer,
  temporaryFolder,
} from '../support/servers/test-server.js'

async function bytesIn(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Buffer.concat(await Promise.all(files.map((file) => readFile(file)))).toString('latin1')
}

test('what was said in an organization is in no byte of the data folder once it is purged', async () => {
  const dataDir = await temporaryFolder()
  const server = await startTestServer({ dataDir })
  const call = async (method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${server.ready.baseUrl}${path}`, {
      method,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Record<string, string>
  }
  const control = '/api/control/v1'
  const idToken = await idTokenOf(server)
  const asOwner = { authorization: `Bearer ${idToken}` }
  const { id = '' } = await call('POST', `${control}/organizations`, { name: 'Orgname-7f3a' }, asOwner)
  const persona = { name: 'Charname-7f3a' }
  const inOrg = { ...asOwner, 'x-org-id': id }
  const { id: character_id } = await call('POST', '/api/v1/characters', { persona }, inOrg)

  const player = connectPlayer(server, {
    api_key: server.ready.apiKey,
    character_id,
    player_id: 'Player-7f3a',
  })
  await player.next('session_info')
  await sendTextAndWait(player, 'Spoken-7f3a')
  expect((await bytesIn(dataDir)).match(/\w+-7f3a/g)).toEqual(
    expect.arrayContaining(['Orgname-7f3a', 'Charname-7f3a', 'Player-7f3a', 'Spoken-7f3a']),
  )

  await call('DELETE', `${control}/organizations/${id}`, undefined, asOwner)
  const forced = { confirmOrgId: id, force: true, reason: 'Asked for' }
  const purged = await call('POST', `/api/v1/organizations/${id}/purge`, forced, asOwner)
  expect(purged).toEqual({ purged: true, id })
  player.send('text', { text: 'Later-7f3a' })
  expect(await player.next('error')).toMatchObject({ error: 'not_found' })
  expect(await bytesIn(dataDir)).not.toContain('7f3a')
})
