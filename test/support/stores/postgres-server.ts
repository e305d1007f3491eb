import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { hasPostgres, type PostgresCluster, startPostgres, withClient } from './postgres-cluster.js'

export { hasPostgres, withClient } from './postgres-cluster.js'

if (!hasPostgres)
  process.stderr.write('!! PostgreSQL is not on this machine: the store in it is not tested\n')

export type PostgresServer = {
  /** The address of an empty database, for the test. */
  database(): Promise<string>
  /** Ends it without a chance to do anything, and waits until nothing of it runs. */
  kill(): Promise<void>
  start(): Promise<void>
}

/**
 * A cluster of the file's own, on a socket in a temporary folder. It syncs to the disk, as by default, unless it is never
 * killed.
 */
export function usePostgres({ isKilled = false } = {}): PostgresServer {
  let cluster: PostgresCluster | undefined
  let made = 0
  const free: string[] = []
  const running = () => {
    if (cluster === undefined) throw new Error('PostgreSQL has not been started')
    return cluster
  }
  beforeAll(async () => {
    if (hasPostgres) cluster = await startPostgres(isKilled ? 'on' : 'off')
  })
  afterAll(() => cluster?.remove())
  return {
    async database() {
      made += 1
      const address = free.pop() ?? (await running().create(`parley_${made}`))
      // Emptied and used again: making one takes a second.
      onTestFinished(async () => {
        await withClient(address, (client) => client.query('drop schema if exists parley cascade'))
        free.push(address)
      })
      return address
    },
    kill: () => running().stop('SIGKILL'),
    start: () => running().start(),
  }
}
