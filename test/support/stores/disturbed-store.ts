import type { Store } from '../../../src/store/store.js'
import { serializedDisk } from './store-disk.js'
import { copyFolder, openTestStore, temporaryFolder } from './store-folder.js'

/** What comes over a store from outside; a checkpoint and going back to it are up to the test. */
export type StoreIncident = 'reopen' | 'crash' | 'compact' | 'compact in the background'

/** A store in a folder of its own that is stopped, killed and compacted. */
export async function openDisturbedStore() {
  let folder = await temporaryFolder()
  // Also in the middle of a compaction: a crash comes between any two operations of the disk.
  const { disk, between } = serializedDisk()
  let store: Store = await openTestStore(folder, { disk })
  const reopen = async () => {
    await store.close()
    store = await openTestStore(folder, { disk })
  }
  const incidents: Readonly<Record<StoreIncident, () => Promise<void>>> = {
    reopen,
    async crash() {
      folder = await between(() => copyFolder(folder))
      await reopen()
    },
    compact: () => store.compactNow(),
    async 'compact in the background'() {
      store.compactNow().catch(() => undefined)
    },
  }
  return {
    /** As it is open now. */
    store: (): Store => store,
    folder: (): string => folder,
    incidents,
  }
}
