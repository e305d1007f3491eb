import type { ChatContext } from '../chat-context.js'
import type { PlayerSession } from '../session/player-session.js'

/** The chat goes on with this player, with another, or not at all. */
export type SlashCommandOutcome = PlayerSession | 'stay' | 'leave'

/** What a person asks of the program, not of the character. */
export type SlashCommand = {
  readonly name: string
  /** What may follow the name. */
  readonly argumentHelp: string
  readonly summary: string
  readonly run: (desk: ChatContext, visit: PlayerSession, argument: string) => Promise<SlashCommandOutcome>
}

/** What a person typed: something to say, or a command. */
export type ParsedInput =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'command'; readonly name: string; readonly argument: string }

/** Everything that begins with a slash is a command; with two, it is a text that begins with one. */
export function parseInput(typed: string): ParsedInput {
  if (typed.startsWith('//')) return { kind: 'text', text: typed.slice(1) }
  const [, name, argument = ''] = /^\/(\S*)(?:\s+(.*))?$/s.exec(typed.trimEnd()) ?? []
  if (name === undefined) return { kind: 'text', text: typed.trimEnd() }
  return { kind: 'command', name, argument }
}
