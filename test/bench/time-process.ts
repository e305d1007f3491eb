import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

/** The environment of a user's shell: NODE_EXTRA_CA_CERTS would add its own reading time to every start. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _certificates, NODE_ENV: _mode, ...rest } = process.env
  return rest
}

/** Milliseconds from spawning until the program has ended. */
export async function timeToExit(file: string, words: readonly string[]): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [file, ...words], { stdio: 'ignore', env: plainEnvironment() })
  await once(child, 'exit')
  return performance.now() - started
}

/** Milliseconds from spawning until the program's first line on standard output; the program is stopped then. */
export async function timeToFirstLine(file: string, words: readonly string[]): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [file, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: plainEnvironment(),
  })
  await firstLine(child)
  const took = performance.now() - started
  child.kill('SIGTERM')
  await once(child, 'exit')
  return took
}

async function firstLine(child: ChildProcess): Promise<string> {
  let text = ''
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk)
    if (text.includes('\n')) return text
  }
  throw new Error('the program ended before its first line')
}
