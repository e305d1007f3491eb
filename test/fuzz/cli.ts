import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { execa } from 'execa'
import { EXIT } from '../../src/cli/errors/command-error.js'
import { MESSAGE_MAX } from '../../src/contract/bounded-error.js'
import { type CliInput, generateCli } from './cli-inputs.js'
import type { OpenTarget, Target } from './target.js'
import { type Account, openWorld, type World } from './world.js'

const BIN = resolve('bin/run.js')
/** So long no command takes, however busy the machine is. */
const HANGS_MS = 50_000
/** A message, a hint, and a few warnings before them. */
const REFUSAL_CHARACTERS = 2.5 * MESSAGE_MAX
const EXIT_CODES: readonly number[] = [0, ...Object.values(EXIT)]
/** Says at its end what it took, on a stream of its own. */
const REPORT = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  try { require('node:fs').writeSync(3, JSON.stringify([(userCPUTime + systemCPUTime) / 1000, maxRSS / 1024])) } catch {}
})`

/** The built commands as processes, with arguments, files and input that nobody types, against a running server. */
export const openCli: OpenTarget = async (folder): Promise<Target> => {
  const world = await openWorld(folder)
  const [account] = world.accounts
  if (account === undefined) throw new Error('There is no account')
  // So deep that `../../..` is still ours.
  const cwd = join(folder, 'a/b/c/d/e/f')
  await mkdir(cwd, { recursive: true })
  const report = join(folder, 'report.cjs')
  await writeFile(report, REPORT)
  let spent = { cpuMs: 0, mib: 0 }

  const run = async (input: CliInput): Promise<string[]> => {
    const done = await runCommand(input, { folder, cwd, report, account, world })
    spent = spentOf(done.report)
    const output = `${done.stdout}\n${done.stderr}`
    const given = JSON.stringify(input)
    return [
      ...(done.timedOut ? ['hangs'] : exitProblems(input, done)),
      ...(/\n\s{4}at .*:\d+:\d+\)?\n/.test(output) ? [`shows a stack: ${done.stderr.slice(0, 500)}`] : []),
      ...(hasControls(done.stdout + done.stderr) ? ['writes control characters to what is no terminal'] : []),
      ...world.secrets.foundIn(output, 'the output', given),
      ...((await world.isHealthy()) ? [] : ['the server is not healthy any more']),
    ]
  }
  return {
    name: 'cli',
    // To start Node and load a command takes most of it; memory is that of the whole process.
    bound: { cpuMs: 6000, cpuMsPerKib: 10, mib: 500, mibPerKib: 0.5 },
    generate: (chance) => {
      const data = generateCli(chance)
      return { target: 'cli', what: data.args.slice(0, 2).join(' '), data }
    },
    run: ({ data }) => run(data as CliInput),
    spent: () => spent,
    finish: async () => {
      const problems = world.secrets.foundIn(await world.logged(), 'the log')
      await world.close()
      return problems
    },
  }
}

type Place = {
  readonly folder: string
  readonly cwd: string
  readonly report: string
  readonly account: Account
  readonly world: World
}

async function runCommand({ args, stdin, file }: CliInput, { folder, cwd, report, account, world }: Place) {
  const path = join(folder, `input${file?.extension ?? ''}`)
  if (file !== null) await writeFile(path, Buffer.from(file.content, 'latin1'))
  const given = args.map((arg) => arg.replaceAll('@file', path).replaceAll('\0', ''))
  const { stdout, stderr, exitCode, signal, timedOut, stdio } = await execa(
    process.execPath,
    [BIN, ...given],
    {
      cwd,
      reject: false,
      extendEnv: false,
      env: {
        PATH: '/usr/bin:/bin',
        HOME: folder,
        TMPDIR: folder,
        XDG_STATE_HOME: join(folder, 'state'),
        PARLEY_BASE_URL: world.ready().baseUrl,
        PARLEY_API_KEY: account.apiKey,
        NODE_OPTIONS: `--require=${report}`,
      },
      input: stdin,
      stdio: [undefined, 'pipe', 'pipe', 'pipe'],
      timeout: HANGS_MS,
    },
  )
  const texts = { stdout: String(stdout ?? ''), stderr: String(stderr ?? ''), report: String(stdio[3] ?? '') }
  return { ...texts, exitCode, signal, timedOut }
}
type Done = Awaited<ReturnType<typeof runCommand>>

function exitProblems({ args }: CliInput, { exitCode, signal, stdout, stderr }: Done): string[] {
  if (exitCode === undefined) return [`ends by ${signal ?? 'itself'}: ${stderr.slice(0, 300)}`]
  // It ends as what it has started.
  const isPassedOn = args[0] === 'exec'
  if (!isPassedOn && !EXIT_CODES.includes(exitCode))
    return [`ends with the exit code ${exitCode}: ${stderr.slice(0, 300)}`]
  if (exitCode === 0) return []
  return [
    ...(stderr + stdout === '' ? [`ends with ${exitCode} and without a word`] : []),
    ...(stderr.length > REFUSAL_CHARACTERS ? [`is refused in ${stderr.length} characters`] : []),
    ...(errorMessage(stdout).length > MESSAGE_MAX ? ['writes a longer message in its error document'] : []),
  ]
}

/** Under `--json` a failure is a document on standard output. */
function errorMessage(stdout: string): string {
  if (!stdout.startsWith('{"error":')) return ''
  return String((JSON.parse(stdout) as { error: { message: unknown } }).error.message)
}

function spentOf(report: string): { cpuMs: number; mib: number } {
  const [cpuMs = 0, mib = 0] = report === '' ? [] : (JSON.parse(report) as number[])
  return { cpuMs, mib }
}

/** What moves the cursor or colours text would do so wherever the output is read. */
function hasControls(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code < 0x20 && code !== 0x0a && code !== 0x09) return true
    if (code >= 0x7f && code < 0xa0) return true
  }
  return false
}
