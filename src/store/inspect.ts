import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Codecs } from './codec.js'
import { type Loaded, loadFolder } from './disk/load.js'
import { checkFolder, undefinedIfMissing } from './folder.js'
import { refuseServed } from './lock.js'
import { refuseLoss } from './loss.js'
import { refuseSpecialFiles } from './safe-files.js'

type FolderToInspect = {
  readonly folder: string
  readonly codecs: Codecs
  /** A folder that has lost its records is as good as a new one. */
  readonly acceptEmpty: boolean
}

type Inspected = {
  /** The records, to be used once the folder is locked: read anew when somebody wrote to it meanwhile. */
  load(): Promise<Loaded>
}

/**
 * Looks for every reason not to serve a data folder, before anything in it is changed: a folder that is refused keeps
 * even its times of change. So the records are read before the folder is locked, which writes to it.
 */
export async function inspectFolder({ folder, codecs, acceptEmpty }: FolderToInspect): Promise<Inspected> {
  const records = join(folder, 'store')
  await checkDataFolder(folder)
  const load = async () => {
    const loaded = await loadFolder(records, codecs)
    if (!acceptEmpty) await refuseLoss(folder, loaded)
    return loaded
  }
  try {
    const seen = await stateOf(records)
    const loaded = await load()
    return { load: async () => ((await stateOf(records)) === seen ? loaded : await load()) }
  } catch (error) {
    // What looks damaged may be what another server is just writing, which has come since.
    await refuseServed(folder)
    throw error
  }
}

/** Looks for every reason not to use a data folder but its records. */
export async function checkDataFolder(folder: string, { isShared = false } = {}): Promise<void> {
  await refuseSpecialFiles(folder)
  for (const part of [folder, ...['store', 'files', 'trash'].map((name) => join(folder, name))])
    await checkFolder(part)
  if (!isShared) await refuseServed(folder)
}

/** Changes with whatever is written, removed or made in a folder of files. */
async function stateOf(folder: string): Promise<string> {
  const names = (await undefinedIfMissing(readdir(folder))) ?? []
  const states = names.sort().map(async (name) => {
    const found = await undefinedIfMissing(lstat(join(folder, name), { bigint: true }))
    return `${name} ${found?.ino} ${found?.size} ${found?.mtimeNs}`
  })
  return (await Promise.all(states)).join('\n')
}
