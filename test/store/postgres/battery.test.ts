import { describe } from 'vitest'
import { hasPostgres, usePostgres } from '../../support/stores/postgres-server.js'
import { describeStore } from '../../support/stores/store-battery.js'
import { openTestStore, temporaryFolder } from '../../support/stores/store-folder.js'

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const server = usePostgres()
  describeStore('the store in PostgreSQL', async () =>
    openTestStore(await temporaryFolder(), { database: await server.database() }),
  )
})
