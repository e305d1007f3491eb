import { INTERNAL_ERROR } from '../../contract/errors.js'
import type { ServerEvents } from '../../contract/events.js'
import { DomainError, isLoggedFailure, messageFor } from '../errors.js'
import type { Log } from '../log.js'

/** The final of a reply that failed before a word of it was said. It is sent, not stored: the character did not say it. */
export const FAILURE_LINE = 'Sorry, I cannot answer right now.'
const UNREADABLE_LINE = 'Sorry, I cannot make out that picture.'

export const failureLine = ({ error }: ServerEvents['error']): string =>
  error === 'invalid_payload' ? UNREADABLE_LINE : FAILURE_LINE

/** What the client is told of a failure inside a turn: who holds a key also hears which provider failed, and how. */
export function failureEvent(
  error: unknown,
  { isGuest }: { readonly isGuest: boolean },
): ServerEvents['error'] {
  if (error instanceof DomainError && typeof error.detail === 'string') {
    if (error.kind === 'upstream') return { error: 'model_failed', message: messageFor(error, { isGuest }) }
    if (error.kind === 'invalid') return { error: 'invalid_payload', message: error.detail }
    if (error.kind === 'insufficient_storage') return { error: 'internal', message: error.detail }
    if (error.kind === 'not_found') return { error: 'not_found', message: error.detail }
  }
  return { error: 'internal', message: INTERNAL_ERROR.message }
}

export function logFailure(log: Log, error: unknown, fields: object): void {
  const isExpected = error instanceof DomainError
  if (!isExpected) log.error('A turn failed', { ...fields, err: error })
  if (!isExpected || error.kind !== 'upstream') return
  const level = isLoggedFailure(error) ? 'debug' : 'warn'
  log[level]('A model failed', { ...fields, err: error })
}
