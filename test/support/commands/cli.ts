import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { execa, type Options } from 'execa'
import { onTestFinished } from 'vitest'
import { type Outcome, runInHost } from './command-host.js'
import { expectNamed } from './named-commands.js'

export const bin = fileURLToPath(new URL('../../../bin/run.js', import.meta.url))

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
  ...coverage(),
  ...env,
})

/** Node hands it on by itself, but not to what has a terminal, nor to the threads of a command that is given an environment. */
function coverage(): Record<string, string> {
  const folder = process.env['NODE_V8_COVERAGE']
  return folder === undefined ? {} : { NODE_V8_COVERAGE: folder }
}

/** So long no command takes, however busy the machine is; less than a test may take, so that we are told which one. */
const HANGS_MS = 100_000

export type CommandOptions = {
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly input?: string | Uint8Array
}

/** Read whenever they are needed. Node and packages read others once, when they are loaded. */
const HEEDED_LATE = /^(PARLEY_|STUDIO_|XDG_)|^(PATH|HOME|TMPDIR)$/

/**
 * Runs the compiled command without a terminal, in a process that runs other commands after it; in one of its own if it
 * is given something that only counts when a process starts.
 */
export async function parley(args: readonly string[], options: CommandOptions = {}): Promise<Outcome> {
  const env = cleanEnv(options.env)
  // What it starts would read the input of the host itself.
  const handsInputOn = args[0] === 'exec' && options.input !== undefined
  const needsProcess = handsInputOn || !Object.keys(options.env ?? {}).every(isHeededLate)
  if (needsProcess) return parleyProcess(args, options)
  expectNamed(args)
  return runInHost({ args, env, cwd: scratchCwd(options), stdin: options.input ?? '' }, HANGS_MS)
}

const isHeededLate = (name: string) => HEEDED_LATE.test(name)

/** Runs the compiled command as a process of its own, without a terminal. */
export async function parleyProcess(
  args: readonly string[],
  { env, ...options }: Options = {},
): Promise<Outcome> {
  expectNamed(args)
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
  return { stdout: String(stdout), stderr: String(stderr), exitCode: exitCode ?? 1 }
}

const scratchCwd = ({ cwd }: Pick<Options, 'cwd'>) => String(cwd ?? scratchFolder())

export const jsonLines = (text: string): unknown[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
