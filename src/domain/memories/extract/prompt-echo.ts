import {
  type ConversationTurn,
  type ExtractionContext,
  MAX_MESSAGE_CHARACTERS,
} from './extraction-context.js'
import { repeatsPrompt } from './guards.js'

/** The player repeats what the server put into a prompt. */
export async function isPromptEcho(turn: ConversationTurn, context: ExtractionContext): Promise<boolean> {
  const said = turn.content.slice(0, MAX_MESSAGE_CHARACTERS)
  for (const block of [...(context.promptBlocks ?? []), ...((await context.promptBlocksOf?.(turn)) ?? [])]) {
    await context.yieldToEventLoop?.()
    if (repeatsPrompt(said, [block])) return true
  }
  return false
}
