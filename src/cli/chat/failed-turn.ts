import { CommandError, EXIT } from '../errors/command-error.js'
import { printable } from '../output/printable.js'
import { isLoopback } from '../server-address/base-url.js'
import type { ChatTurn } from './turn.js'

/** What to do about a reply that failed; undefined: of turns on other machines nothing more can be seen. */
export const failedTurnHint = (baseUrl: string, { messageId }: Pick<ChatTurn, 'messageId'>) =>
  isLoopback(baseUrl)
    ? `\`parley doctor\` checks the models, \`parley turns show ${messageId ?? 'last'}\` shows what was asked.`
    : undefined

const CHAT_HINT = '/why shows what was asked, /retry asks again; `parley doctor` checks the models.'

/** For a person in a conversation, which goes on. */
export const failureText = (baseUrl: string, turn: { readonly error: string }): string =>
  [turn.error, ...(isLoopback(baseUrl) ? [CHAT_HINT] : [])].map((part) => `(${printable(part)})`).join('\n')

/** Thrown after the last turn, because a later turn may succeed; undefined when none failed. */
export function turnsFailedError(
  baseUrl: string,
  turns: readonly Pick<ChatTurn, 'messageId' | 'error'>[],
): CommandError | undefined {
  const failed = turns.filter(({ error }) => error !== null)
  const last = failed.at(-1)
  if (last === undefined) return undefined
  const error = last.error ?? ''
  const hint = failedTurnHint(baseUrl, last)
  return new CommandError({
    code: 'turn_failed',
    message: failed.length === 1 ? error : `${failed.length} turns failed, the last one: ${error}`,
    ...(hint !== undefined && { hint }),
    exitCode: EXIT.failed,
  })
}
