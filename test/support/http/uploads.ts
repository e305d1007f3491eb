import { readdir } from 'node:fs/promises'
import { createInMemoryStore } from '../../../src/store/in-memory-store.js'
import { temporaryFolder } from '../servers/test-server.js'
import { type Part, sendForm } from './forms.js'
import { startHttp } from './http.js'
import { characterRecord } from './http-records.js'

/** The app with the character `c1`, and a look into the folder of the stored files. */
export async function startWithFiles() {
  const folder = await temporaryFolder()
  const world = await startHttp({}, createInMemoryStore({ filesFolder: folder }))
  await world.store.characters.insert(characterRecord())
  const { app, key } = world

  const upload = (path: string, form: readonly Part[] | Buffer, headers: Record<string, string> = {}) =>
    sendForm({ app, key, headers }, `/api/v1/characters/c1/${path}`, form)
  const fetchFile = (
    address: unknown,
    headers: Record<string, string> = {},
    method: 'GET' | 'HEAD' = 'GET',
  ) => app.inject({ method, url: new URL(String(address)).pathname, headers })
  return { ...world, upload, fetchFile, storedFiles: () => readdir(folder) }
}
