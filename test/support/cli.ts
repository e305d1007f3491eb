import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa, type Options } from 'execa'
import { onTestFinished } from 'vitest'

export const bin = fileURLToPath(new URL('../../bin/run.js', import.meta.url))

/** A folder of its own for one test. */
export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** An environment with nothing of the machine's that a command heeds, such as CI. */
export const cleanEnv = (env: Record<string, string> = {}): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  HOME: tmpdir(),
  TMPDIR: tmpdir(),
  XDG_STATE_HOME: process.env['XDG_STATE_HOME'] ?? tmpdir(),
  ...env,
})

/** So long no command takes, however busy the machine is; less than a test may take, so that we are told which one. */
const HANGS_MS = 100_000

/** Runs the compiled command as a real process, without a terminal. */
export async function parley(args: readonly string[], { env, ...options }: Options = {}) {
  const { stdout, stderr, exitCode, timedOut } = await execa(process.execPath, [bin, ...args], {
    reject: false,
    cwd: scratchCwd(options),
    env: cleanEnv(env as Record<string, string> | undefined),
    extendEnv: false,
    input: '',
    timeout: HANGS_MS,
    ...options,
  })
  if (timedOut) throw new Error(`parley ${args.join(' ')} hangs. It wrote:\n${stdout}\n${stderr}`)
  return { stdout: String(stdout), stderr: String(stderr), exitCode }
}

const scratchCwd = ({ cwd }: Options) => cwd ?? scratchFolder()

export const jsonLines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
