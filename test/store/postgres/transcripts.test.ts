import { describe, expect, onTestFinished, test } from 'vitest'
import { readSettings, type ServerOptions } from '../../../src/runtime/config/settings.js'
import type { RunningServer } from '../../../src/runtime/create-server.js'
import { startServer } from '../../../src/runtime/start.js'
import { compilers } from '../../support/servers/compilers.js'
import { sharedRules } from '../../support/servers/rules.js'
import { startTestServer } from '../../support/servers/test-server.js'
import { playTranscript } from '../../support/servers/transcript.js'
import { hasPostgres, usePostgres } from '../../support/stores/postgres-server.js'
import { temporaryFolder } from '../../support/stores/store-folder.js'

const OPTIONS = { seed: '42', clock: '2030-01-01T00:00:00Z' } as const

/** A member has neither a seed nor a clock of its own; here all of them get the same, so that ids and times can be compared. */
async function startMember(place: ServerOptions): Promise<RunningServer> {
  const settings = await readSettings({
    ...{ ...OPTIONS, ...place, port: 0, pace: 'instant', logLevel: 'silent' },
  })
  const server = await startServer({ ...settings, members: true }, { compilers, rules: sharedRules() })
  onTestFinished(() => server.stop())
  return server
}

const inFiles = async () =>
  playTranscript(await startTestServer({ ...OPTIONS, dataDir: await temporaryFolder() }))

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()
  const place = async () => ({ dataDir: await temporaryFolder(), store: await postgres.database() })

  test('one server gives the very transcript that it gives on files', async () => {
    const server = await startTestServer({ ...OPTIONS, ...(await place()) })
    expect(await playTranscript(server)).toBe(await inFiles())
  })

  test('so does one that shares the database with others, alone', async () => {
    expect(await playTranscript(await startMember(await place()))).toBe(await inFiles())
  })

  test('and one beside another member that has nothing to do', async () => {
    const where = await place()
    const server = await startMember(where)
    await startMember(where)
    expect(await playTranscript(server)).toBe(await inFiles())
  })
})
