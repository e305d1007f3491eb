import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sendRawRequest } from './raw-request.js'
import type { AllRecords } from './rest-records.js'
import { ACCOUNTS, type Account, type World } from './world.js'

/** Says how a character is being used just now, not what it is. */
const VOLATILE = new Set(['is_active', 'launch_status', 'model_status', 'updated_at'])

/** Whatever was acknowledged is there after a restart, and says the same as before; no secret lies in a file in the clear. */
export async function compareAfterRestart(world: World, records: AllRecords): Promise<string[]> {
  const before = await snapshot(world, records)
  await world.restart()
  const after = await snapshot(world, records)
  const lost = [...before].flatMap(([path, text]) => {
    if (text === null) return [`was acknowledged, and is gone before the restart: ${path}`]
    if (after.get(path) === text) return []
    return [
      `is not after the restart what it was before: ${path}: ${text.slice(0, 300)} → ${after.get(path)?.slice(0, 300)}`,
    ]
  })
  return [...lost, ...(await secretsAtRest(world))]
}

async function snapshot(world: World, records: AllRecords): Promise<Map<string, string | null>> {
  const texts = new Map<string, string | null>()
  for (const name of ACCOUNTS) {
    const account = world.accounts.find((one) => one.name === name)
    if (account === undefined) continue
    for (const id of records[name].characters) {
      const path = `/api/v1/characters/${id}`
      texts.set(`${name} ${path}`, await read(world, account, path))
      const memories = `${path}/players/p1/memories`
      texts.set(`${name} ${memories}`, await read(world, account, memories))
    }
  }
  return texts
}

/** Without what changes by itself, and without the port. */
async function read(world: World, { apiKey }: Account, path: string): Promise<string | null> {
  const { baseUrl } = world.ready()
  const { status, json } = await sendRawRequest(baseUrl, {
    method: 'GET',
    path,
    headers: { 'x-api-key': apiKey },
  })
  if (status !== 200) return null
  return JSON.stringify(json, (key, value: unknown) => (VOLATILE.has(key) ? undefined : value)).replaceAll(
    baseUrl,
    '',
  )
}

/** Files that hold secrets for those who may read the folder. */
const OWN_SECRETS = /^(server\.json|secrets\.json|keys\/.*)$/

async function secretsAtRest({ dataDir, secrets }: World): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
    .filter((file) => !OWN_SECRETS.test(file))
  const found = await Promise.all(
    files.map(async (file) =>
      secrets.foundIn(await readFile(join(dataDir, file), 'latin1'), `the file ${file}`),
    ),
  )
  return found.flat()
}
