import { describe, onTestFinished } from 'vitest'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import { describeStore } from '../../../support/stores/store-battery.js'
import { asMember, openTestStore, temporaryFolder } from '../../../support/stores/store-folder.js'

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const server = usePostgres()
  const place = async () => {
    const [folder, database] = [await temporaryFolder(), await server.database()]
    return () => openTestStore(folder, { database: asMember(database) })
  }
  const openAlone = async () => (await place())()
  const openBeside = async () => {
    const open = await place()
    const store = await open()
    // It follows, and does nothing of its own.
    const other = await open()
    onTestFinished(other.close)
    return store
  }
  describeStore('a store that takes turns with nobody', openAlone, { takesTurns: true })
  describeStore('a store that takes turns with another one', openBeside, { takesTurns: true })
})
