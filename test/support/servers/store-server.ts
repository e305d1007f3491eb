import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { ReadyLine } from '../../../src/runtime/local-state/ready-line.js'
import { bin, cleanEnv } from '../commands/cli.js'
import { killAndWait } from '../stores/store-process.js'

export type ServerProcess = {
  readonly ready: ReadyLine
  /** Resolves when it is gone. */
  readonly ended: Promise<unknown>
  /** Calls the server; rejects when it is gone. */
  call<T>(method: string, path: string, body?: object): Promise<T>
  kill(): Promise<void>
}

/** The built server on a data folder, in a process of its own that can be killed; `more` are flags. */
export async function startServerProcess(
  dataDir: string,
  more: readonly string[] = [],
  env: Record<string, string> = {},
): Promise<ServerProcess> {
  const flags = ['--port', '0', '--json', '--pace', 'instant', '--limits', 'off', '--log-level', 'error']
  const child = spawn(process.execPath, [bin, 'serve', '--data-dir', dataDir, ...flags, ...more], {
    env: cleanEnv(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => killAndWait(child))
  const ended = once(child, 'exit')
  const { value, done } = await createInterface({ input: child.stdout })[Symbol.asyncIterator]().next()
  if (done === true) {
    await ended
    throw new Error('The server ended before it was ready')
  }
  const ready = JSON.parse(String(value)) as ReadyLine

  return {
    ready,
    ended,
    async call<T>(method: string, path: string, body?: object) {
      const response = await fetch(`${ready.baseUrl}/api/v1${path}`, {
        method,
        headers: { 'x-api-key': ready.apiKey, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`)
      return (text === '' ? null : JSON.parse(text)) as T
    },
    kill: () => killAndWait(child),
  }
}
