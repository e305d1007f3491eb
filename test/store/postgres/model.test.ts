import { describe, onTestFinished, test } from 'vitest'
import { openStore } from '../../../src/store/open.js'
import type { Store } from '../../../src/store/store.js'
import { hasPostgres, usePostgres, withClient } from '../../support/stores/postgres-server.js'
import {
  copyFolder,
  machineClock,
  onDatabase,
  silentLog,
  temporaryFolder,
} from '../../support/stores/store-folder.js'
import { expectSameAsModel } from '../../support/stores/store-model-battery.js'

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  /** A store that is stopped, and killed: its connection breaks, and another one takes its place. */
  const openDisturbed = async () => {
    let folder = await temporaryFolder()
    const database = await postgres.database()
    const open = () =>
      openStore({ folder, database: onDatabase(database), log: silentLog, clock: machineClock })
    let store: Store = await open()
    // One that was killed cannot write any more, and says so.
    onTestFinished(() => store.close().catch(() => undefined))
    const reopen = async () => {
      await store.close()
      store = await open()
    }
    return {
      store: () => store,
      incidents: {
        reopen,
        async crash() {
          const killed = store
          await withClient(database, (client) =>
            client.query(
              'select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1',
              ['parley'],
            ),
          )
          folder = await copyFolder(folder)
          store = await open()
          onTestFinished(() => killed.close().catch(() => undefined))
        },
        compact: () => store.compactNow(),
        async 'compact in the background'() {
          store.compactNow().catch(() => undefined)
        },
      },
    }
  }

  test('whatever happens, a store remembers what a plain model does', () =>
    expectSameAsModel(openDisturbed, 60))
})
