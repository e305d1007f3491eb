import { type ChildProcess, fork } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** What a command is started with. */
export type Start = {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly stdin: string | Uint8Array
}
export type Outcome = { readonly stdout: string; readonly stderr: string; readonly exitCode: number }

type Ended = { readonly exitCode: number }

const script = fileURLToPath(new URL('run-commands.js', import.meta.url))
/** What ends the output of a command in each pipe of its host. */
const LAST = Buffer.from('\0over\0')
/** Those that wait for a command. */
const idle: ChildProcess[] = []

/**
 * Runs a command in a process that stays for the next one: starting Node and loading the command line takes most of the
 * time of a short command. Commands that run at the same time have a process each.
 */
export async function runInHost(start: Start, hangsMs: number): Promise<Outcome> {
  const host = idle.pop() ?? startHost()
  const stdout = readPipe(host.stdout)
  const stderr = readPipe(host.stderr)
  try {
    const exitCode = await ended(host, { start, pipes: [stdout, stderr], hangsMs })
    return { stdout: stdout.text(), stderr: stderr.text(), exitCode }
  } finally {
    stdout.release()
    stderr.release()
  }
}

type ReadPipe = ReturnType<typeof readPipe>

/** What comes through a pipe of a host until the command is over. */
function readPipe(pipe: Readable | null) {
  let bytes = Buffer.alloc(0)
  let whenOver = () => {}
  const over = new Promise<void>((resolve) => {
    whenOver = resolve
  })
  const isOver = () => bytes.subarray(-LAST.length).equals(LAST)
  const take = (more: Uint8Array) => {
    bytes = Buffer.concat([bytes, more])
    if (isOver()) whenOver()
  }
  pipe?.on('data', take)
  return {
    over,
    /** As a pipe would give it: whole, without the last line's end. */
    text: () => (isOver() ? bytes.subarray(0, -LAST.length) : bytes).toString('utf8').replace(/\r?\n$/, ''),
    release: () => void pipe?.off('data', take),
  }
}

type Run = { readonly start: Start; readonly pipes: readonly [ReadPipe, ReadPipe]; readonly hangsMs: number }

function ended(host: ChildProcess, { start, pipes, hangsMs }: Run): Promise<number> {
  return new Promise((resolve, reject) => {
    const hangs = setTimeout(() => {
      host.kill('SIGKILL')
      const told = pipes.map(({ text }) => text()).join('\n')
      reject(new Error(`parley ${start.args.join(' ')} hangs. It wrote:\n${told}`))
    }, hangsMs)
    const over = (exitCode: number) => {
      clearTimeout(hangs)
      host.off('message', hear).off('close', close)
      resolve(exitCode)
    }
    const hear = async ({ exitCode }: Ended) => {
      await Promise.all(pipes.map((pipe) => pipe.over))
      idle.push(host)
      over(exitCode)
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
