import { createReadStream, openSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from '../../src/runtime/create-server.js'
import { sendRawRequest } from './raw-request.js'
import { createSecretLeakDetector } from './secret-leaks.js'

export const ACCOUNTS = ['a', 'b'] as const
export type AccountName = (typeof ACCOUNTS)[number]

export type Account = {
  readonly name: AccountName
  readonly email: string
  /** Stands in what this account writes; another account must never see it. */
  readonly mark: string
  readonly apiKey: string
  readonly idToken: () => Promise<string>
}

/** A server with its records on disk, which two accounts use side by side, and what it logs. */
export async function openWorld(folder: string) {
  await mkdir(folder, { recursive: true })
  const dataDir = join(folder, 'data')
  const logFile = join(folder, 'log')
  const logFd = openSync(logFile, 'a')
  const origin = await startOrigin()
  const options = {
    dataDir,
    logFd,
    logLevel: 'debug',
    limits: 'off',
    allowPrivateHosts: [`127.0.0.1:${origin.port}`],
  } as const
  const secrets = createSecretLeakDetector()
  let server = await createServer(options)
  const look = () => {
    secrets.add(server.ready.apiKey, 'the first API key')
    secrets.add(server.ready.localSecret, 'the local secret')
  }
  look()
  const where = () => server.ready
  const accounts = await Promise.all(ACCOUNTS.map((name) => makeAccount(name, where)))
  for (const { apiKey, name } of accounts) secrets.add(apiKey, `the API key of ${name}`)

  return {
    accounts,
    secrets,
    dataDir,
    ready: where,
    origin: `http://127.0.0.1:${origin.port}`,
    isHealthy: async () =>
      (await sendRawRequest(where().baseUrl, { method: 'GET', path: '/api/health' })).status === 200,
    logged: createTail(logFile),
    restart: async () => {
      await server.stop()
      server = await createServer(options)
      look()
    },
    close: async () => {
      await server.stop()
      origin.close()
    },
  }
}
export type World = Awaited<ReturnType<typeof openWorld>>

/** A secret that begins at the end of one piece ends in the next. */
const OVERLAP_BYTES = 4096

/** What a file has become longer by since the last time, so that a long run does not read all of it again and again. */
function createTail(path: string): () => Promise<string> {
  let from = 0
  return async () => {
    const chunks: Buffer[] = []
    for await (const chunk of createReadStream(path, { start: Math.max(0, from - OVERLAP_BYTES) })) {
      chunks.push(chunk as Buffer)
    }
    const bytes = Buffer.concat(chunks)
    from = Math.max(0, from - OVERLAP_BYTES) + bytes.length
    return bytes.toString('utf8')
  }
}

type Where = () => { readonly baseUrl: string; readonly localSecret: string }

async function makeAccount(name: AccountName, where: Where): Promise<Account> {
  const email = `${name}@fuzz.test`
  const idToken = async () => {
    const { baseUrl, localSecret } = where()
    const headers = { 'x-parley-local': localSecret, 'content-type': 'application/json' }
    const path = '/api/control/v1/identity/token'
    const body = Buffer.from(JSON.stringify({ email }))
    const { json } = await sendRawRequest(baseUrl, { method: 'POST', path, headers, body })
    return (json as { idToken: string }).idToken
  }
  const { json } = await sendRawRequest(where().baseUrl, {
    method: 'POST',
    path: '/api/control/v1/keys',
    headers: { authorization: `Bearer ${await idToken()}`, 'content-type': 'application/json' },
    body: Buffer.from(JSON.stringify({ name: 'fuzz' })),
  })
  return { name, email, mark: `mark-of-${name}-7f3a`, apiKey: (json as { key: string }).key, idToken }
}

/** Serves a PDF under every path. */
async function startOrigin() {
  const pdf = await readFile('fixtures/documents/letter.pdf')
  const server = createHttpServer((_, response) => {
    response.setHeader('content-type', 'application/pdf')
    response.end(pdf)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
