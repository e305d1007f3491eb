import { repeatsPrompt } from './guards.js'
import { type ConversationTurn, type ExtractionContext, LONGEST_MESSAGE } from './turn.js'

/** The player repeats what the server put into a prompt. */
export async function isCopied(turn: ConversationTurn, context: ExtractionContext): Promise<boolean> {
  const said = turn.content.slice(0, LONGEST_MESSAGE)
  for (const block of [...(context.promptBlocks ?? []), ...((await context.promptBlocksOf?.(turn)) ?? [])]) {
    await context.breathe?.()
    if (repeatsPrompt(said, [block])) return true
  }
  return false
}
