import { checkAddress } from './free-port.js'
import { checkReadyFile } from './ready.js'
import { readServerSecrets } from './server-secrets.js'
import type { Settings } from './settings.js'

/** Looks for every reason not to start that is outside the store, before anything is changed on disk. */
export async function checkStart(settings: Settings): Promise<void> {
  await checkAddress(settings)
  await checkReadyFile(settings.readyFile)
  if (settings.dataDir !== null) await readServerSecrets(settings.dataDir)
}
