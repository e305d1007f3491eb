import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient, ServiceError } from '../../client/node-client.js'
import { ID_TOKEN_SECONDS_MAX, issueIdToken } from '../../contract/accounts.js'
import type { ProviderFailure, ReadyLine, ServerOptions } from '../../runtime/create-server.js'
import { printable, printableLine } from '../output/printable.js'
import { createSignalForwarder, runChild, type SignalForwarder } from './run-child.js'

type Job = {
  readonly words: readonly [string, ...string[]]
  readonly options: ServerOptions
  /** Where the log of the server is kept; undefined: shown on failure, then gone. */
  readonly logFile: string | undefined
}

/**
 * Runs a command beside a server that starts before it and ends after it. Resolves to the command's exit code. Throws a
 * StartError when the server does not start, a CommandError when the command does not; the log is shown then, too.
 */
export async function runWithServer({ words, options, logFile }: Job): Promise<number> {
  const log = openServerLog(logFile)
  const signals = createSignalForwarder()
  let isWell = false
  try {
    const exitCode = await runChildWithServer(words, { ...options, logFd: log.fd }, signals)
    isWell = exitCode === 0
    return exitCode
  } finally {
    if (!isWell) printServerLog(log)
    log.close()
    signals.release()
  }
}

async function runChildWithServer(
  words: Job['words'],
  options: ServerOptions,
  signals: SignalForwarder,
): Promise<number> {
  // Loaded only here: help and all other commands do without the server.
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

/** The command may have got no reply and not minded. */
function describeProviderFailure({ what, provider, address, count, facts }: ProviderFailure): string {
  const times = count === 1 ? 'once' : `${count} times`
  const where = address === undefined ? provider : `${provider} at ${address}`
  return printableLine(`${what} ${times}: ${where} (${facts.join(', ')})`)
}

const FORBIDDEN = 403

/** A token for a day: no run is longer. Undefined where the configuration leaves tokens to another issuer. */
async function issueDayToken(ready: ReadyLine): Promise<string | undefined> {
  const body = { email: ready.account.email, expiresIn: ID_TOKEN_SECONDS_MAX }
  try {
    return (await createClient(ready).call(issueIdToken, { body })).idToken
  } catch (error) {
    if (error instanceof ServiceError && error.status === FORBIDDEN) return undefined
    throw error
  }
}

function printServerLog(log: ServerLog): void {
  const tail = log.tail()
  if (tail !== '') process.stderr.write(`--- what the server logged ---\n${printable(tail)}\n--- end ---\n`)
}

/** Variables that would lead a client to another server, or to somebody whom this one does not know. */
const MISLEADING = [
  'PARLEY_READY_FILE',
  'PARLEY_DATA_DIR',
  'PARLEY_PROFILE',
  'PARLEY_EMAIL',
  'PARLEY_PLAYER_ID',
  'PARLEY_ORG_ID',
]

type Access = {
  readonly baseUrl: string
  readonly apiKey: string
  readonly localSecret: string
  /** Undefined where another issuer makes the tokens. */
  readonly idToken: string | undefined
}

/** What changes in the environment of a command that is to find this server, and no other; undefined takes away. */
export const childEnvironment = ({
  baseUrl,
  apiKey,
  localSecret,
  idToken,
}: Access): Record<string, string | undefined> => ({
  ...Object.fromEntries(MISLEADING.map((name) => [name, undefined])),
  PARLEY_BASE_URL: baseUrl,
  PARLEY_API_KEY: apiKey,
  PARLEY_LOCAL_SECRET: localSecret,
  PARLEY_ID_TOKEN: idToken,
})

/** What is shown of a long log: its end. */
const SHOWN_LINES = 200

export type ServerLog = {
  readonly fd: number
  /** The last lines of what the server logged; empty when it logged nothing. */
  tail(): string
  /** Closes the log, and removes it unless it is a file that somebody named. */
  close(): void
}

/** Where the log of a server goes that nobody watches: the named file, else a private one that goes with `close`. */
export function openServerLog(named: string | undefined): ServerLog {
  const folder = named === undefined ? mkdtempSync(join(tmpdir(), 'parley-exec-')) : null
  const file = named ?? join(folder ?? '', 'server.log')
  const fd = openSync(file, 'w', 0o600)
  return {
    fd,
    tail() {
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
      return lines.slice(-SHOWN_LINES).join('\n')
    },
    close() {
      closeSync(fd)
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
    },
  }
}
