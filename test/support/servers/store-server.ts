import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { ReadyLine } from '../../../src/runtime/local-state/ready-line.js'
import type { StandbyLine } from '../../../src/runtime/local-state/standby-line.js'
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

/** One that may have to wait for another server, which has the same records. */
export type StartingServer = {
  readonly pid: number
  /** Resolves with its address when it waits. */
  readonly waiting: Promise<string>
  /** Resolves when it serves; rejects when it ends before. */
  readonly serving: Promise<ServerProcess>
  /** Resolves with the exit code. */
  readonly ended: Promise<unknown>
  signal(name: NodeJS.Signals): void
}

type Environment = Record<string, string>

/** The built server on a data folder, in a process of its own that can be killed; `more` are flags. */
export const startServerProcess = (
  dataDir: string,
  more: readonly string[] = [],
  env: Environment = {},
): Promise<ServerProcess> => startStandbyProcess(dataDir, more, env).serving

export function startStandbyProcess(
  dataDir: string,
  more: readonly string[],
  env: Environment,
): StartingServer {
  const flags = ['--port', '0', '--json', '--pace', 'instant', '--limits', 'off', '--log-level', 'error']
  const child = spawn(process.execPath, [bin, 'serve', '--data-dir', dataDir, ...flags, ...more], {
    env: cleanEnv(env),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => killAndWait(child))
  const ended = once(child, 'exit').then(([code]) => code)
  let waits = (_baseUrl: string) => {}
  const waiting = new Promise<string>((resolve) => {
    waits = resolve
  })
  const untilReady = async (): Promise<ServerProcess> => {
    for await (const line of createInterface({ input: child.stdout })) {
      const told = JSON.parse(line) as ReadyLine | StandbyLine
      if (told.event === 'ready') return serverProcess(told, { ended, kill: () => killAndWait(child) })
      waits(told.baseUrl)
    }
    await ended
    throw new Error('The server ended before it was ready')
  }
  const serving = untilReady()
  // A test that ends it while it waits does not look.
  serving.catch(() => undefined)
  return { pid: child.pid ?? 0, waiting, serving, ended, signal: (name) => void child.kill(name) }
}

const serverProcess = (
  ready: ReadyLine,
  { ended, kill }: Pick<ServerProcess, 'ended' | 'kill'>,
): ServerProcess => ({
  ...{ ready, ended, kill },
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
})
