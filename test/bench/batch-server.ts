import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ReadyLine } from '../../src/runtime/local-state/ready-line.js'
import { findPackage } from '../../src/runtime/process/package-root.js'
import { plainEnvironment } from './time-process.js'

export type BatchServer = {
  readonly ready: ReadyLine
  /** Of the first account; it lives a day. */
  readonly idToken: string
  /** Another one, from now on. */
  newIdToken(): Promise<string>
  /** Calls the service with the first account's key. */
  call<T>(method: string, path: string, body?: object): Promise<T>
  /** Resident bytes of its process. */
  memory(): Promise<number>
  close(): Promise<void>
}

const DAY_SECONDS = 86_400

/** The built server on a folder of its own, which may fetch documents from this host. */
export async function openServer(host: string): Promise<BatchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'parley-bench-'))
  const bin = fileURLToPath(new URL('bin/run.js', (await findPackage()).root))
  const flags = ['--port', '0', '--json', '--limits', 'off', '--pace', 'instant', '--log-level', 'error']
  const child = spawn(
    process.execPath,
    [bin, 'serve', '--data-dir', folder, '--allow-private-host', host, ...flags],
    { env: plainEnvironment(), stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ready = await readyLineOf(child)
  const newIdToken = async () => {
    const { idToken } = await json<{ idToken: string }>(`${ready.baseUrl}/api/control/v1/identity/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-parley-local': ready.localSecret },
      body: JSON.stringify({ email: ready.account.email, expiresIn: DAY_SECONDS }),
    })
    return idToken
  }
  const idToken = await newIdToken()
  return {
    ready,
    idToken,
    newIdToken,
    call: (method, path, body) =>
      json(`${ready.baseUrl}/api/v1${path}`, {
        method,
        headers: { 'x-api-key': ready.apiKey, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async memory() {
      const { vitals } = await json<{ vitals: { memory: { rssBytes: number } } }>(
        `${ready.baseUrl}/api/staff/v1/admin/health`,
        { headers: { authorization: `Bearer ${idToken}` } },
      )
      return vitals.memory.rssBytes
    },
    async close() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What the server says first, once it serves. */
export async function readyLineOf({ stdout }: ChildProcess): Promise<ReadyLine> {
  if (stdout === null) throw new Error('the server has no output')
  const { value } = await createInterface({ input: stdout })[Symbol.asyncIterator]().next()
  return JSON.parse(String(value)) as ReadyLine
}

async function json<T>(url: string, request: RequestInit): Promise<T> {
  const response = await fetch(url, request)
  if (!response.ok) throw new Error(`${url} was answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}
