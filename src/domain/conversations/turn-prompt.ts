import type { TurnPrompt } from '../../contract/turn-prompts.js'
import { notFound } from '../errors.js'
import { authorizePair, type CallerIdentity, type ConversationDeps } from './authorize.js'
import type { Pair } from './ports.js'

type TurnPromptInput = { readonly pair: Pair; readonly messageId: string }

/** What the model was told of memories in a past turn, exactly; by the player's message or by the reply. */
export async function turnPrompt(
  deps: ConversationDeps<'findTurn'>,
  caller: CallerIdentity,
  { pair, messageId }: TurnPromptInput,
): Promise<TurnPrompt> {
  await authorizePair(deps, caller, pair)
  const id = /^\d{1,15}$/.test(messageId) ? Number(messageId) : 0
  const turn = await deps.conversations.findTurn(pair, id)
  if (turn === undefined) throw notFound('Message')
  const { prompt } = turn
  const block = prompt?.block ?? ''
  return {
    messageId: id,
    recorded: prompt !== undefined,
    at: prompt?.at ?? null,
    block,
    given: (prompt?.given ?? []).map(({ kind, id: given, source = null, start, end }) => ({
      kind,
      id: given,
      sourceMemoryId: source,
      text: block.slice(start, end),
    })),
  }
}
