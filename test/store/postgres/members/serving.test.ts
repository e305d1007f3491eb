import { describe, expect, onTestFinished, test } from 'vitest'
import type { Batch } from '../../../../src/contract/batches.js'
import type { Character } from '../../../../src/contract/characters.js'
import type { CreatedShare, RevokedShare, ShareSession } from '../../../../src/contract/shares.js'
import type { RunningServer, ServerOptions } from '../../../../src/runtime/create-server.js'
import { documentFixture } from '../../../support/pdf/fixture.js'
import { startOrigin } from '../../../support/providers/document-origin.js'
import {
  connectPlayer,
  createTestServer,
  idTokenOf,
  rest,
  sendTextAndWait,
  startTestServer,
} from '../../../support/servers/test-server.js'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import { copyTree, openTestStore, temporaryFolder } from '../../../support/stores/store-folder.js'

const LETTER = documentFixture('letter')

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  const place = async () => {
    const [dataDir, store] = [await temporaryFolder(), await postgres.database()]
    const start = (more: ServerOptions = {}) =>
      startTestServer({ dataDir, store, members: true, limits: 'off', ...more })
    return { dataDir, store, start }
  }
  const startTwo = async (more: ServerOptions = {}) => {
    const { start, ...where } = await place()
    // At the same moment, also the first time: both get the same secrets.
    const [first, second] = await Promise.all([start(more), start(more)])
    return { ...where, start, first, second }
  }
  const createCharacter = async (server: RunningServer, name = 'Mira') =>
    (await rest(server, 'POST', '/api/v1/characters', { persona: { name } })).body as Character
  const as = async (server: RunningServer, method: string, path: string, body?: object) => {
    const response = await fetch(server.ready.baseUrl + path, {
      method,
      headers: {
        authorization: `Bearer ${await idTokenOf(server)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? null : (JSON.parse(text) as unknown) }
  }

  test('what one has answered, the other one knows, and the other way round', async () => {
    const { first, second } = await startTwo()
    expect(second.ready).toMatchObject({
      apiKey: first.ready.apiKey,
      localSecret: first.ready.localSecret,
      account: first.ready.account,
    })
    for (let round = 0; round < 20; round += 1) {
      const [writer, reader] = round % 2 === 0 ? [first, second] : [second, first]
      const { id } = await createCharacter(writer, `Number ${round}`)
      const path = `/api/v1/characters/${id}`
      expect(await rest(reader, 'GET', path)).toMatchObject({
        status: 200,
        body: { name: `Number ${round}` },
      })
      await rest(reader, 'DELETE', path)
      expect((await rest(writer, 'GET', path)).status).toBe(404)
    }
  })

  test('a conversation goes on at the other server, with all that was said', async () => {
    const { first, second } = await startTwo()
    const { id: character_id } = await createCharacter(first)
    const auth = { api_key: first.ready.apiKey, character_id, player_id: 'ada' }
    for (const [line, server] of [
      ['My name is Ada and I live in Porto.', first],
      ['Where do I live?', second],
      ['What is my name?', first],
    ] as const) {
      const player = connectPlayer(server, auth)
      await player.next('session_info')
      await sendTextAndWait(player, line)
      await player.leave()
    }
    const path = `/api/v1/characters/${character_id}/players/ada/messages`
    const { messages } = (await rest(second, 'GET', path)).body as {
      messages: { content: string; role: string }[]
    }
    expect(messages.filter(({ role }) => role === 'user').map(({ content }) => content)).toEqual([
      'My name is Ada and I live in Porto.',
      'Where do I live?',
      'What is my name?',
    ])
    expect(messages).toHaveLength(6)
  })

  test('a key that is revoked at one server is refused by the other', async () => {
    const { first, second } = await startTwo()
    const made = (await as(first, 'POST', '/api/control/v1/keys', { name: 'other' })).body as {
      id: string
      key: string
    }
    const ask = async () =>
      (await fetch(`${second.ready.baseUrl}/api/v1/characters`, { headers: { 'x-api-key': made.key } }))
        .status
    expect(await ask()).toBe(200)
    expect((await as(first, 'DELETE', `/api/control/v1/keys/${made.id}`)).status).toBe(204)
    expect(await ask()).toBe(401)
  })

  test('the cap of a share holds over both, and revoking it at one ends its sessions everywhere', async () => {
    const { first, second } = await startTwo({ limits: 'contract' })
    const { id: character_id } = await createCharacter(first)
    const { token } = (
      await as(first, 'POST', '/api/v1/share', { characterId: character_id, permanent: true })
    ).body as CreatedShare
    const guest = async (server: RunningServer) => {
      const { sessionToken, playerId } = (await rest(server, 'POST', `/api/v1/share/${token}/open`))
        .body as ShareSession
      return connectPlayer(server, { api_key: sessionToken, character_id, player_id: playerId })
    }
    const admitted = await Promise.all([first, second, first, second, first].map(guest))
    for (const player of admitted) await player.next('session_info')
    for (const server of [first, second])
      expect(await (await guest(server)).next('session_rejected')).toMatchObject({
        reason: 'concurrent_limit',
        cap: 5,
      })

    await admitted[0]?.leave()
    await expect
      .poll(async () => {
        const player = await guest(second)
        return Promise.race([
          player.next('session_info').then(() => 'admitted'),
          player.next('session_rejected').then(() => 'rejected'),
        ])
      })
      .toBe('admitted')

    const revoked = (await as(second, 'DELETE', `/api/v1/share/${token}`)).body as RevokedShare
    expect(revoked).toMatchObject({ killedSessions: 5 })
    await Promise.all(admitted.map((player) => player.sentAway()))
  })

  test('a request with the same Idempotency-Key is answered once, whichever server gets it', async () => {
    const { first, second } = await startTwo()
    const send = async (server: RunningServer) => {
      const response = await fetch(`${server.ready.baseUrl}/api/v1/characters/batch`, {
        method: 'POST',
        headers: {
          'x-api-key': server.ready.apiKey,
          'content-type': 'application/json',
          'idempotency-key': 'the-same',
        },
        body: JSON.stringify({ requests: [{ customId: 'one', persona: { name: 'Once' }, documents: [] }] }),
      })
      return { status: response.status, body: await response.json() }
    }
    const answers = await Promise.all([send(first), send(second)])
    const accepted = answers.filter(({ status }) => status === 202)
    expect(accepted.length).toBeGreaterThan(0)
    for (const { status } of answers) expect([202, 409]).toContain(status)
    await expect.poll(() => send(second)).toEqual(accepted[0])
    const { body } = await rest(first, 'GET', '/api/v1/characters')
    expect(body).toMatchObject({ total: 1 })
  })

  test('what needs a single server is refused with the reason', async () => {
    const { dataDir, store, first, second } = await startTwo()
    for (const server of [first, second]) {
      expect(await as(server, 'POST', '/api/control/v1/local/reset')).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('reset needs a single server') },
      })
      expect(await as(server, 'POST', '/api/control/v1/local/clock', { advance: 'PT1H' })).toMatchObject({
        status: 409,
        body: { detail: expect.stringContaining('clock needs a single server') },
      })
    }
    const refused = (more: ServerOptions) => createTestServer({ dataDir, store, logLevel: 'silent', ...more })
    await expect(refused({ members: true, seed: 'x' })).rejects.toThrow(
      '--members and --seed exclude each other',
    )
    await expect(refused({ members: true, standby: true })).rejects.toThrow('--standby exclude')
    await expect(refused({ members: true, clock: '2030-01-02T03:04:05Z' })).rejects.toThrow('--clock exclude')
    await expect(createTestServer({ dataDir, members: true })).rejects.toThrow('needs records in PostgreSQL')
    // A server that wants the database for itself.
    await expect(refused({})).rejects.toThrow('already served')
  })

  test('the oldest one reads documents, whoever gets them; the next one goes on when it stops', async () => {
    const { start } = await place()
    const library = await startOrigin((_request, response) => response.end(LETTER))
    const allowPrivateHosts = [`127.0.0.1:${library.port}`]
    const first = await start({ allowPrivateHosts })
    const second = await start({ allowPrivateHosts })
    const submit = async (name: string) => {
      const documents = [{ url: `http://127.0.0.1:${library.port}/${name}.pdf` }]
      const requests = [{ customId: name, documents }]
      return (await rest(second, 'POST', '/api/v1/characters/batch', { requests })).body as Batch
    }
    const states = async ({ id }: Batch) => {
      const { body } = await rest(second, 'GET', `/api/v1/characters/batch/${id}`)
      return (body as Batch).documentCounts
    }
    const before = await submit('before')
    await expect.poll(() => states(before)).toMatchObject({ ready: 1 })
    await first.stop()
    const after = await submit('after')
    await expect.poll(() => states(after)).toMatchObject({ ready: 1 })
  })

  test('another data folder, also a copy, is refused', async () => {
    const { dataDir, store, start } = await place()
    const first = await start()
    const refused = { store, members: true, logLevel: 'silent' } as const
    const other = await temporaryFolder()
    await expect(createTestServer({ ...refused, dataDir: other })).rejects.toThrow('another data folder')
    await first.stop()
    copyTree(dataDir, other)
    const again = await start()
    await expect(createTestServer({ ...refused, dataDir: other })).rejects.toThrow('another data folder')
    await again.stop()
    // With no other server there, a folder that was moved is as good as the one before.
    const moved = await createTestServer({ ...refused, dataDir: other })
    onTestFinished(() => moved.stop())
    expect(moved.ready.apiKey).toBe(first.ready.apiKey)
  })

  test('one server that has the database for itself keeps the others out, and they it', async () => {
    const { dataDir, store } = await place()
    const alone = await openTestStore(dataDir, { database: store })
    await expect(createTestServer({ dataDir, store, members: true, logLevel: 'silent' })).rejects.toThrow(
      'already served by a parley without --members',
    )
    await alone.close()
    const member = await createTestServer({ dataDir, store, members: true, logLevel: 'silent' })
    onTestFinished(() => member.stop())
    await createCharacter(member)
    await member.stop()
    const again = await openTestStore(dataDir, { database: store })
    expect([...(again.checkpoint().get('characters')?.records.values() ?? [])]).toMatchObject([
      { name: 'Mira' },
    ])
  })
})
