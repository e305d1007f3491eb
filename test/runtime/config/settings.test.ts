import { expect, test } from 'vitest'
import { readSettings } from '../../../src/runtime/config/settings.js'

test('private hosts are closed unless they are named', async () => {
  expect((await readSettings({})).privateHosts).toEqual([])
  const { privateHosts } = await readSettings({ allowPrivateHosts: ['Files.internal', '127.0.0.1:9000'] })
  expect(privateHosts).toEqual([
    { host: 'files.internal', port: null },
    { host: '127.0.0.1', port: 9000 },
  ])
})

test.each(['', '*', '10.0.0.0/8', 'http://files.internal', 'files.internal:0'])(
  'a server does not start with the private host "%s"',
  async (host) => {
    await expect(readSettings({ allowPrivateHosts: [host] })).rejects.toMatchObject({
      name: 'StartError',
      message: `--allow-private-host ${host} is not a host.`,
    })
  },
)
