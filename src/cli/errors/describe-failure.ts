import type {
  MessageRefusedError,
  ServiceError,
  SessionClosedError,
  UnreachableError,
} from '../../client/create-client.js'
import { truncateMessage } from '../../contract/bounded-error.js'
import { CommandError, EXIT } from './command-error.js'

/** A failure as it is reported: the error document of `--json`, and the exit code. */
export type FailureReport = {
  readonly code: string
  readonly message: string
  readonly hint: string | null
  readonly status: number | null
  readonly exitCode: number
}

/** Describes a failure. Messages are truncated, because a service may send one of any length. */
export function describeFailure(error: unknown): FailureReport {
  const failure = failureOf(error)
  const { message, hint } = failure
  return { ...failure, message: truncateMessage(message), hint: hint === null ? null : truncateMessage(hint) }
}

/** Maps an error to its report. Errors are recognised by name, so that their classes need not be loaded. */
function failureOf(error: unknown): FailureReport {
  if (!(error instanceof Error)) return internalFailure(new Error(String(error)))
  if (error instanceof CommandError) return { ...commonFields(error), hint: error.hint, status: error.status }
  const describe = BY_NAME.get(error.name)
  if (describe) return describe(error)
  return isUsage(error) ? usageFailure(error) : internalFailure(error)
}

const plain = { hint: null, status: null }
const commonFields = ({ code, message, exitCode }: CommandError) => ({
  code,
  message: cleanOclifMessage(message),
  exitCode,
})

/** The name of an error identifies its class, which makes the casts safe. */
const BY_NAME = new Map<string, (error: Error) => FailureReport>([
  ['ServiceError', (error) => serviceFailure(error as ServiceError)],
  ['UnreachableError', (error) => unreachableFailure(error as UnreachableError)],
  ['SessionClosedError', (error) => sessionClosedFailure(error as SessionClosedError)],
  ['AuthError', (error) => handshakeFailure(error)],
  ['MessageRefusedError', (error) => messageFailure(error as MessageRefusedError)],
  ['UnusableIdError', ({ message }) => ({ ...plain, code: 'usage', message, exitCode: EXIT.usage })],
  ['StartError', (error) => startFailure(error as Error & { hint?: string })],
  ['ExitPromptError', () => ({ ...plain, code: 'interrupted', message: '', exitCode: EXIT.interrupted })],
])

function serviceFailure({ status, code, detail, message, retryAfterSeconds }: ServiceError): FailureReport {
  const failure = { code, message: detailText(detail) ?? message, status }
  if (status === 401) return { ...failure, exitCode: EXIT.inputNeeded, hint: credentialsFor(failure.message) }
  if (code === 'insufficient_scope') return { ...failure, exitCode: EXIT.inputNeeded, hint: SCOPE }
  return {
    ...failure,
    exitCode: EXIT.failed,
    hint: runningBatchHint(detail) ?? retryAfterHint(retryAfterSeconds),
  }
}

const retryAfterHint = (seconds: number | null): string | null =>
  seconds === null ? null : `Try again in ${seconds} seconds.`

/** Points to the batch that must end before another may start (docs/rest.md, Batches). */
function runningBatchHint(detail: unknown): string | null {
  if (typeof detail !== 'object' || detail === null || !('runningBatchId' in detail)) return null
  return `Follow it with \`parley batch watch ${detail.runningBatchId}\`, then try again.`
}

const CREDENTIALS = 'Pass valid credentials with --api-key or PARLEY_API_KEY.'
const ID_TOKEN =
  'Pass a valid one with --id-token or PARLEY_ID_TOKEN. A local server issues its own: `parley token`.'

/** The message of the service tells which kind of credential it requires. */
function credentialsFor(message: string): string {
  if (/local secret/i.test(message)) return LOCAL_SECRET
  return /ID token/i.test(message) ? ID_TOKEN : CREDENTIALS
}

const LOCAL_SECRET =
  'Select the server with --ready-file or --data-dir, or pass its secret with --local-secret or PARLEY_LOCAL_SECRET.'
const SCOPE = 'Use a key with that scope; `parley keys create` creates one.'

/** Formats the `detail` of an error body: one line per validation problem, or the message of an object. */
function detailText(detail: unknown): string | null {
  if (typeof detail === 'string') return detail
  if (Array.isArray(detail))
    return ['The service rejected the input:', ...detail.map(validationLine)].join('\n')
  if (typeof detail !== 'object' || detail === null) return null
  return 'message' in detail && typeof detail.message === 'string' ? detail.message : JSON.stringify(detail)
}

function validationLine(entry: unknown): string {
  const { loc, msg } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
  const path = Array.isArray(loc) ? loc.slice(1).join('.') : ''
  return `  ${path === '' ? 'body' : path}: ${msg}`
}

const unreachableFailure = ({ message, reason }: UnreachableError): FailureReport => ({
  ...plain,
  code: reason === 'timeout' ? 'timeout' : 'unreachable',
  message,
  exitCode: EXIT.unreachable,
  hint: 'Start a local server with `parley serve`, or select another with --base-url.',
})

const sessionClosedFailure = ({ message, reason }: SessionClosedError): FailureReport => ({
  ...plain,
  code: `session_${reason}`,
  message,
  exitCode: reason === 'lost' || reason === 'server' ? EXIT.unreachable : EXIT.failed,
})

const handshakeFailure = ({ message }: Error): FailureReport =>
  message === 'Character not found'
    ? { ...plain, code: 'not_found', message, exitCode: EXIT.inputNeeded }
    : { ...plain, code: 'unauthenticated', message, exitCode: EXIT.inputNeeded, hint: CREDENTIALS }

const messageFailure = ({ code, message }: MessageRefusedError): FailureReport => ({
  ...plain,
  code,
  message,
  exitCode: EXIT.failed,
  hint: code === 'rate_limited' ? TOO_MANY : null,
})

const TOO_MANY = 'Wait a minute; a local server started with --limits off sets no limit.'

const startFailure = ({ message, hint }: Error & { hint?: string }): FailureReport => ({
  ...plain,
  code: 'start_failed',
  message,
  exitCode: EXIT.failed,
  hint: hint || null,
})

type OclifError = Error & { readonly oclif?: { readonly exit?: number } }

/** oclif marks usage errors by the exit code it proposes. */
const isUsage = (error: OclifError): boolean => error.oclif?.exit === EXIT.usage

const usageFailure = ({ message }: Error): FailureReport => ({
  ...plain,
  code: 'usage',
  message: cleanOclifMessage(message),
  exitCode: EXIT.usage,
  hint: message.startsWith('command ') ? 'See `parley help`.' : 'See --help.',
})

/** Removes what oclif adds around the message of a flag that cannot be parsed. */
const cleanOclifMessage = (message: string): string =>
  message
    .replace(/^Parsing (--\S+) \n\t/, '$1: ')
    .replace(/(?<!\n)\n+See more help with --help$/, '')
    .replace(/^command \S+ not found/, (words) => words.replaceAll(':', ' '))

const internalFailure = (error: Error): FailureReport => ({
  ...plain,
  code: 'internal_error',
  message: error.stack ?? error.message,
  exitCode: EXIT.failed,
  hint: 'This is a defect of parley itself.',
})
