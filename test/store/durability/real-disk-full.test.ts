import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import type { RunningServer } from '../../../src/runtime/create-server.js'
import { connectPlayer, rest, startTestServer, temporaryFolder } from '../../support/servers/test-server.js'

const run = promisify(execFile)
const HANG_GUARD = { timeout: 30_000 }
const FULL = { status: 507, body: { detail: 'The disk of the server is full: nothing was stored' } }

/** A file system of its own with so much room; undefined where this user may not mount one. */
async function smallDisk(bytes: number): Promise<string | undefined> {
  const folder = await temporaryFolder()
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder])
  } catch {
    return undefined
  }
  // Lazily, so that it goes even when a test has failed with files open.
  onTestFinished(async () => void (await run('umount', ['--lazy', folder])))
  return folder
}

const create = (server: RunningServer, name: string) =>
  rest(server, 'POST', '/api/v1/characters', { persona: { name, background: 'x'.repeat(9000) } })

async function upload(server: RunningServer, bytes: number) {
  const form = new FormData()
  form.set('file', new Blob([Buffer.alloc(bytes, '%PDF-1.7\n')], { type: 'application/pdf' }), 'a.pdf')
  const response = await fetch(`${server.ready.baseUrl}/api/control/v1/local/uploads`, {
    method: 'POST',
    headers: { 'x-api-key': server.ready.apiKey },
    body: form,
  })
  return { status: response.status, body: await response.json() }
}

const statusOf = async (server: RunningServer) =>
  ((await rest(server, 'GET', '/api/health')).body as { status: string }).status

test('a server on a disk that fills up refuses what does not fit, and goes on by itself once there is room', async (context) => {
  const disk = await smallDisk(4 * 2 ** 20)
  if (disk === undefined) {
    console.warn('SKIPPED: a full disk is not tried out, for this user may not mount a file system')
    return context.skip()
  }
  const dataDir = join(disk, 'data')
  const first = await startTestServer({ dataDir, limits: 'off' })
  const { body: talker } = await create(first, 'talker')
  const { id: character_id } = talker as { id: string }
  const player = connectPlayer(first, { api_key: first.ready.apiKey, character_id, player_id: 'p' })
  await player.next('session_info')
  const ballast = join(disk, 'ballast')
  const stored: string[] = ['talker']
  for (let round = 0; round < 3; round += 1) {
    // What is left of the disk.
    await writeFile(ballast, Buffer.alloc(8 * 2 ** 20)).catch(() => undefined)
    const outcomes = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => ({
        name: `${round} ${n}`,
        ...(await create(first, `${round} ${n}`)),
      })),
    )
    const refused = outcomes.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, body } of refused) expect({ status, body }).toEqual(FULL)
    stored.push(...outcomes.filter(({ status }) => status === 201).map(({ name }) => name))
    expect(await upload(first, 2 ** 20)).toEqual(FULL)
    expect(await statusOf(first)).toBe('degraded')
    player.send('text', { text: 'Hello '.repeat(1000), textOnly: true })
    expect(await player.next('error')).toEqual({ error: 'internal', message: FULL.body.detail })
    await player.next<{ is_final: boolean }>('bot_response', ({ is_final }) => is_final)
    expect((await rest(first, 'GET', '/api/v1/characters')).status).toBe(200)

    await rm(ballast)
    await expect.poll(() => statusOf(first), HANG_GUARD).toBe('ok')
    expect((await create(first, `${round} later`)).status).toBe(201)
    stored.push(`${round} later`)
  }
  await first.stop()

  const second = await startTestServer({ dataDir, limits: 'off' })
  const { body } = await rest(second, 'GET', '/api/v1/characters?limit=100')
  const { characters } = body as { characters: { name: string }[] }
  expect(characters.map(({ name }) => name).sort()).toEqual(stored.sort())
  await second.stop()
})
