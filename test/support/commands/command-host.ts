import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What a command is started with. */
export type Start = {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly stdin: string | Uint8Array
}
export type Outcome = { readonly stdout: string; readonly stderr: string; readonly exitCode: number }

type Written = { readonly name: 'stdout' | 'stderr'; readonly bytes: Uint8Array }
type Ended = { readonly exitCode: number }

const script = fileURLToPath(new URL('run-commands.js', import.meta.url))
/** Those that wait for a command. */
const idle: ChildProcess[] = []

/**
 * Runs a command in a process that stays for the next one: starting Node and loading the command line takes most of the
 * time of a short command. Commands that run at the same time have a process each.
 */
export async function runInHost(start: Start, hangsMs: number): Promise<Outcome> {
  const host = idle.pop() ?? startHost()
  const written: Written[] = []
  const raw = (name: Written['name']) => (bytes: Uint8Array) => void written.push({ name, bytes })
  const rawStdout = raw('stdout')
  const rawStderr = raw('stderr')
  host.stdout?.on('data', rawStdout)
  host.stderr?.on('data', rawStderr)
  try {
    const exitCode = await ended(host, { start, written, hangsMs })
    return { stdout: textOf(written, 'stdout'), stderr: textOf(written, 'stderr'), exitCode }
  } finally {
    host.stdout?.off('data', rawStdout)
    host.stderr?.off('data', rawStderr)
  }
}

type Run = { readonly start: Start; readonly written: Written[]; readonly hangsMs: number }

function ended(host: ChildProcess, { start, written, hangsMs }: Run): Promise<number> {
  return new Promise((resolve, reject) => {
    const hangs = setTimeout(() => {
      host.kill('SIGKILL')
      const told = `${textOf(written, 'stdout')}\n${textOf(written, 'stderr')}`
      reject(new Error(`parley ${start.args.join(' ')} hangs. It wrote:\n${told}`))
    }, hangsMs)
    const over = (exitCode: number) => {
      clearTimeout(hangs)
      host.off('message', hear).off('close', close)
      resolve(exitCode)
    }
    const hear = (message: Written | Ended) => {
      if ('name' in message) return void written.push(message)
      idle.push(host)
      over(message.exitCode)
    }
    const close = (code: number | null) => over(code ?? 1)
    host.on('message', hear).on('close', close)
    host.send(start)
  })
}

/** It ends with this process, which it does not keep running. */
function startHost(): ChildProcess {
  const host = fork(script, [], {
    env: { PATH: process.env['PATH'] },
    execArgv: [],
    serialization: 'advanced',
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  host.on('exit', () => {
    if (idle.includes(host)) idle.splice(idle.indexOf(host), 1)
  })
  host.unref()
  host.channel?.unref()
  return host
}

/** As a pipe would give it: whole, without the last line's end. */
function textOf(written: readonly Written[], name: Written['name']): string {
  const bytes = written.filter((piece) => piece.name === name).map((piece) => piece.bytes)
  return Buffer.concat(bytes)
    .toString('utf8')
    .replace(/\r?\n$/, '')
}
