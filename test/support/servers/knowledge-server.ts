import { readFileSync } from 'node:fs'
import type { RunningServer } from '../../../src/runtime/create-server.js'
import { parley } from '../commands/cli.js'
import { createGate } from '../knowledge/document-world.js'
import { startOrigin } from '../providers/document-origin.js'
import { createTestServer } from './test-server.js'

const fixture = (name: string) =>
  readFileSync(new URL(`../../../fixtures/documents/${name}`, import.meta.url))

/** A web server with the documents of `fixtures`, and `held-….pdf`, which it sends once `release` was called. */
export async function startLibrary() {
  const gate = createGate()
  const { port, asked, requests } = await startOrigin(async ({ url = '' }, response) => {
    const name = url.slice(1).replace(/\?.*$/, '')
    if (name.startsWith('held-')) {
      await gate.opened
      response.end(fixture('letter.pdf'))
    } else if (name.startsWith('missing-once') && asked.length > 1) response.end(fixture('letter.pdf'))
    else if (name.startsWith('missing')) response.writeHead(404).end()
    else response.end(fixture(name))
  })
  const origin = `http://127.0.0.1:${port}`
  return { origin, asked, requests, release: gate.open, urlOf: (name: string) => `${origin}/${name}` }
}

/** The whole server, which may fetch from this machine. */
export const startKnowledgeServer = (): Promise<RunningServer> =>
  createTestServer({ logLevel: 'silent', allowPrivateHosts: ['127.0.0.1'], limits: 'off' })

export const environmentOf = ({ ready }: RunningServer): Record<string, string> => ({
  PARLEY_BASE_URL: ready.baseUrl,
  PARLEY_API_KEY: ready.apiKey,
  PARLEY_LOCAL_SECRET: ready.localSecret,
})

/** The command against that server. */
export const runAgainst = (server: RunningServer, args: readonly string[], cwd: string) =>
  parley(args, { cwd, env: environmentOf(server) })
