import type { ChatContext } from '../chat-context.js'
import type { PlayerSession } from '../session/player-session.js'

/** After a command the chat continues with another session, with the same one, or ends. */
export type SlashCommandOutcome = PlayerSession | 'stay' | 'leave'

/** A command to the program, in contrast to text for the character. */
export type SlashCommand = {
  readonly name: string
  /** The arguments, as help shows them. */
  readonly argumentHelp: string
  readonly summary: string
  readonly run: (
    context: ChatContext,
    playerSession: PlayerSession,
    argument: string,
  ) => Promise<SlashCommandOutcome>
}

/** Input of a person: text for the character, or a command. */
export type ParsedInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly name: string; readonly argument: string }

/** Input that begins with a slash is a command; with two slashes it is a text that begins with one. */
export function parseInput(input: string): ParsedInput {
  if (input.startsWith('//')) return { kind: 'text', text: input.slice(1) }
  const [, name, argument = ''] = /^\/(\S*)(?:\s+(.*))?$/s.exec(input.trimEnd()) ?? []
  if (name === undefined) return { kind: 'text', text: input.trimEnd() }
  return { kind: 'command', name, argument }
}
