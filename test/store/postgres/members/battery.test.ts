import { describe, onTestFinished } from 'vitest'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import { describeStore } from '../../../support/stores/store-battery.js'
import { asMember, openTestStore, temporaryFolder } from '../../../support/stores/store-folder.js'

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const server = usePostgres()
  const open = async () => {
    const [folder, database] = [await temporaryFolder(), await server.database()]
    const store = await openTestStore(folder, { database: asMember(database) })
    // It follows, and does nothing of its own.
    const other = await openTestStore(folder, { database: asMember(database) })
    onTestFinished(other.close)
    return store
  }
  describeStore('a store that takes turns with another one', open, { takesTurns: true })
})
