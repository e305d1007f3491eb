import { Parser } from '@oclif/core'
import { expect, test, vi } from 'vitest'
import { serveFlags, serverOptions } from '../../../src/cli/serve/serve-flags.js'

async function privateHostsOf(argv: string[]) {
  const { flags } = await Parser.parse(argv, { flags: serveFlags })
  return serverOptions(flags as Parameters<typeof serverOptions>[0], 'demo.yaml').allowPrivateHosts
}

test('--allow-private-host may be repeated, and its variable holds several', async () => {
  expect(await privateHostsOf([])).toEqual([])
  expect(await privateHostsOf(['--allow-private-host', 'a:1', '--allow-private-host', 'b'])).toEqual([
    'a:1',
    'b',
  ])
  vi.stubEnv('PARLEY_ALLOW_PRIVATE_HOST', 'a:1,b')
  expect(await privateHostsOf([])).toEqual(['a:1', 'b'])
  vi.unstubAllEnvs()
})
