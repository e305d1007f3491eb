import type { Settings } from '../config/settings.js'
import { type VerifiedDataFolder, verifyDataFolder } from '../local-state/data-folder.js'
import { checkReadyFile } from '../local-state/ready-line.js'
import { checkListenAddress } from './listen-address.js'

/** Looks for every reason not to start that is outside the store, before anything is changed on disk. */
export async function runStartChecks(settings: Settings): Promise<VerifiedDataFolder> {
  await checkListenAddress(settings)
  await checkReadyFile(settings.readyFile)
  return verifyDataFolder(settings)
}
