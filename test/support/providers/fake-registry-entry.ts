import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { registerServer } from '../../../src/runtime/local-state/server-registry.js'
import { stateFolder } from '../../../src/runtime/local-state/state-folder.js'

type FakeServer = { readonly baseUrl: string; readonly version?: string }

/** Makes it seem that this process serves the data folder: it is in the registry of the tests, and in `server.json`. */
export async function registerFakeServer(dataDir: string, ready: FakeServer): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, 'server.json'), JSON.stringify({ pid: process.pid, ...ready }))
  await registerServer(stateFolder(), { dataDir, baseUrl: ready.baseUrl, version: ready.version ?? '0.1.0' })
}

/** Empties the registry of the tests. */
export const clearRegistry = (): Promise<void> => rm(stateFolder(), { recursive: true, force: true })
