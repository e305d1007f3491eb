import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { parley } from '../../../support/commands/cli.js'
import { startStandbyProcess } from '../../../support/servers/store-server.js'
import { hasPostgres, usePostgres } from '../../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../../support/stores/store-folder.js'

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  test('commands find a server of a folder that several serve on one machine, whichever was started or stopped last', async () => {
    const [folder, database] = [await temporaryFolder(), await postgres.database()]
    const start = async () => {
      const starting = startStandbyProcess(folder, ['--workers', '1'], { PARLEY_STORE: database })
      const { ready } = await starting.serving
      return { ...starting, ready }
    }
    /** The address of the server that a command of the folder talks to, as one that may do everything. */
    const found = async () => {
      const { stdout, stderr } = await parley(['status', '--json', '--data-dir', folder])
      expect(stderr).toBe('')
      const status = JSON.parse(stdout)
      expect(status).toMatchObject({ apiKey: first.ready.apiKey, workers: 1 })
      expect(status.database).toMatch(/^postgres:[^?]+$/)
      // By the local secret.
      const turns = await parley(['turns', 'list', '--data-dir', folder])
      expect([turns.exitCode, turns.stderr]).toEqual([0, 'No turns since the start of the server'])
      return status.baseUrl as string
    }
    const first = await start()
    const second = await start()
    const third = await start()
    expect(await found()).toBe(third.ready.baseUrl)
    third.signal('SIGTERM')
    await third.ended
    expect([first.ready.baseUrl, second.ready.baseUrl]).toContain(await found())
    first.signal('SIGTERM')
    await first.ended
    expect(await found()).toBe(second.ready.baseUrl)
    second.signal('SIGTERM')
    await second.ended
    expect(await readdir(folder)).not.toContain('server.json')
  })
})
