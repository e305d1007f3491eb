import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { parley } from '../support/commands/cli.js'

/** Something on this machine that is no service of characters. */
async function startOther(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const OTHERS: readonly [what: string, answer: RequestListener, why: string][] = [
  [
    'a web server',
    (_, reply) => reply.writeHead(404).end('<h1>Not found</h1>'),
    'GET /api/health returned 404',
  ],
  ['a page for everything', (_, reply) => reply.end('<h1>Hello</h1>'), 'GET /api/health returned no JSON'],
  ['another API', (_, reply) => reply.end('{"up":true}'), 'GET /api/health does not name the service'],
  ['a list', (_, reply) => reply.end('[]'), 'GET /api/health does not name the service'],
]

test.each(OTHERS)('wait tells at once that %s is no service of characters', async (_, answer, why) => {
  const address = await startOther(answer)
  // Longer than a command may take in a test: who waited for this would never pass.
  const { stdout, stderr, exitCode } = await parley(['wait', '--base-url', address, '--timeout', '3600'])
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
  expect(stderr).toContain(`${address} answers, but is not a parley server: ${why}`)
})

test.each(OTHERS)('status tells that %s is no service of characters', async (_, answer, why) => {
  const address = await startOther(answer)
  const { stdout, stderr, exitCode } = await parley(['status', '--base-url', address])
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 1 })
  expect(stderr).toContain(`${address} answers, but is not a parley server: ${why}`)
  expect(stderr.trim().split('\n').length).toBeLessThanOrEqual(4)
})
