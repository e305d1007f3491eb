import type { Settings } from '../config/settings.js'
import { type CheckedFolder, checkDataFolder } from '../local-state/data-folder.js'
import { checkReadyFile } from '../local-state/ready-line.js'
import { checkAddress } from './listen-address.js'

/** Looks for every reason not to start that is outside the store, before anything is changed on disk. */
export async function runStartChecks(settings: Settings): Promise<CheckedFolder> {
  await checkAddress(settings)
  await checkReadyFile(settings.readyFile)
  return checkDataFolder(settings)
}
