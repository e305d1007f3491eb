import { listMemories } from '../../../contract/memories.js'
import { listCoreFacts, searchMemories } from '../../../contract/memory-views.js'
import { renderFacts, renderHits, renderMemories } from '../../memories/memory-view.js'
import { type ChatContext, currentTerminal } from '../chat-context.js'
import type { CharacterPlayer } from '../chat-participants.js'
import type { SlashCommand } from './slash-command.js'

const MAX_MEMORIES = 20

export const memories: SlashCommand = {
  name: 'memories',
  argumentHelp: '[QUERY]',
  summary: 'What is remembered of you, the newest first; with a query, what fits it best.',
  run: async (context, { playerId }, query) => {
    const pair = { characterId: context.characterId, playerId }
    const text = await (query === '' ? newestMemories(context, pair) : matchingMemories(context, pair, query))
    context.prompt.tell(text)
    return 'stay'
  },
}

async function newestMemories(context: ChatContext, params: CharacterPlayer): Promise<string> {
  const page = await context.client.call(listMemories, { params, query: { limit: MAX_MEMORIES } })
  if (page.memories.length === 0) return '(No memories)'
  const rest = page.total - page.memories.length
  const more = rest > 0 ? [`(${rest} more: parley memories list)`] : []
  return [renderMemories(currentTerminal(context), page.memories, { full: true }), ...more].join('\n')
}

async function matchingMemories(
  context: ChatContext,
  params: CharacterPlayer,
  query: string,
): Promise<string> {
  const { results } = await context.client.call(searchMemories, { params, body: { query } })
  return results.length === 0
    ? '(Nothing fits)'
    : renderHits(currentTerminal(context), results, { full: true })
}

export const facts: SlashCommand = {
  name: 'facts',
  argumentHelp: '',
  summary: 'The core facts: what the character always has in mind of you.',
  run: async (context, { playerId }) => {
    const { characterId, client, prompt } = context
    const { coreFacts } = await client.call(listCoreFacts, { params: { characterId, playerId } })
    prompt.tell(coreFacts.length === 0 ? '(No core facts)' : renderFacts(currentTerminal(context), coreFacts))
    return 'stay'
  },
}
