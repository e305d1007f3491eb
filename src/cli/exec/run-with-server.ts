import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, ServiceError } from '../../client/node-client.js'
import { ID_TOKEN_SECONDS_MAX, issueIdToken } from '../../contract/accounts.js'
import type { ProviderFailure, ReadyLine, ServerOptions } from '../../runtime/create-server.js'
import { printable, printableLine } from '../output/printable.js'
import { createSignalForwarder, runChild, type SignalForwarder } from './run-child.js'

type ServerRun = {
  readonly words: readonly [string, ...string[]]
  readonly options: ServerOptions
  /** The file for the server's log; without one, the log is printed on failure and then deleted. */
  readonly logFile: string | undefined
}

/**
 * Starts a server, runs a command and stops the server. Resolves to the command's exit code. Throws a StartError when the
 * server cannot start, and a CommandError when the command cannot be run. Prints the server's log unless the command
 * succeeds.
 */
export async function runWithServer({ words, options, logFile }: ServerRun): Promise<number> {
  const log = openServerLog(logFile)
  const signals = createSignalForwarder()
  let hasSucceeded = false
  try {
    const exitCode = await runChildWithServer(words, { ...options, logFd: log.fd }, signals)
    hasSucceeded = exitCode === 0
    return exitCode
  } finally {
    if (!hasSucceeded) printServerLog(log)
    log.close()
    signals.release()
  }
}

/** Only the end of a long log is printed. */
const MAX_LOG_LINES = 200

type ServerLog = {
  readonly fd: number
  /** The last lines of the log; empty when there are none. */
  tail(): string
  /** Closes the log, and deletes it unless the user named the file. */
  close(): void
}

/** Opens the named file for the server's log, or a temporary one that `close` deletes. */
function openServerLog(path: string | undefined): ServerLog {
  const folder = path === undefined ? mkdtempSync(join(tmpdir(), 'parley-exec-')) : null
  const file = path ?? join(folder ?? '', 'server.log')
  const fd = openSync(file, 'w', 0o600)
  return {
    fd,
    tail() {
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
      return lines.slice(-MAX_LOG_LINES).join('\n')
    },
    close() {
      closeSync(fd)
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
    },
  }
}

function printServerLog(log: ServerLog): void {
  const tail = log.tail()
  if (tail !== '') process.stderr.write(`--- what the server logged ---\n${printable(tail)}\n--- end ---\n`)
}

async function runChildWithServer(
  words: ServerRun['words'],
  options: ServerOptions,
  signals: SignalForwarder,
): Promise<number> {
  // Loaded here, because help and all other commands do without the server.
  const { createServer } = await import('../../runtime/create-server.js')
  const server = await createServer(options)
  try {
    const env = childEnvironment({ ...server.ready, idToken: await issueDayToken(server.ready) })
    return await runChild({ words, env, signals, hasTerminal: process.stdin.isTTY === true })
  } finally {
    await server.stop()
    for (const failure of server.providerFailures())
      process.stderr.write(`Warning: ${describeProviderFailure(failure)}\n`)
  }
}

/** Variables that would lead a client to another server, or to an account or player unknown to this one. */
const REMOVED_VARIABLES = [
  'PARLEY_READY_FILE',
  'PARLEY_DATA_DIR',
  'PARLEY_PROFILE',
  'PARLEY_EMAIL',
  'PARLEY_PLAYER_ID',
  'PARLEY_ORG_ID',
]

type ServerAccess = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly localSecret: string
  /** Undefined when another issuer makes the tokens. */
  readonly idToken: string | undefined
}

/** Environment changes by which a child finds this server and no other; undefined removes a variable. */
const childEnvironment = ({
  baseUrl,
  apiKey,
  localSecret,
  idToken,
}: ServerAccess): Record<string, string | undefined> => ({
  ...Object.fromEntries(REMOVED_VARIABLES.map((name) => [name, undefined])),
  PARLEY_BASE_URL: baseUrl,
  PARLEY_API_KEY: apiKey,
  PARLEY_LOCAL_SECRET: localSecret,
  PARLEY_ID_TOKEN: idToken,
})

const FORBIDDEN = 403

/** A token that is valid for a day, longer than any run. Undefined when the configuration names another issuer. */
async function issueDayToken(ready: ReadyLine): Promise<string | undefined> {
  const body = { email: ready.account.email, expiresIn: ID_TOKEN_SECONDS_MAX }
  try {
    return (await createClient(ready).call(issueIdToken, { body })).idToken
  } catch (error) {
    if (error instanceof ServiceError && error.status === FORBIDDEN) return undefined
    throw error
  }
}

/** A warning, because the command may have succeeded although a provider failed. */
function describeProviderFailure({ what, provider, address, count, facts }: ProviderFailure): string {
  const times = count === 1 ? 'once' : `${count} times`
  const where = address === undefined ? provider : `${provider} at ${address}`
  return printableLine(`${what} ${times}: ${where} (${facts.join(', ')})`)
}
