import { expect, test } from 'vitest'
import type { ServerOptions } from '../../src/runtime/create-server.js'
import { startTestServer } from '../support/servers/test-server.js'
import { playTranscript } from '../support/servers/transcript.js'

const OPTIONS = { seed: '42', clock: '2030-01-01T00:00:00Z' } as const

const play = async (options: ServerOptions) => playTranscript(await startTestServer(options))

test('two runs of the same script with the same seed and clock give byte-identical bodies and events', async () => {
  const first = await play(OPTIONS)
  expect(first.length).toBeGreaterThan(2000)
  expect(first).toContain('"factValue":"Grace"')
  expect(await play(OPTIONS)).toBe(first)
})

test('another seed gives other ids', async () => {
  expect(await play({ ...OPTIONS, seed: '43' })).not.toBe(await play(OPTIONS))
})
