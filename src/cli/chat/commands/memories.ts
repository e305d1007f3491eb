import { listMemories } from '../../../contract/memories.js'
import { searchMemories } from '../../../contract/memory-views.js'
import { renderHits, renderMemories } from '../../memories/memory-view.js'
import { currentTerminal } from '../chat-context.js'
import type { SlashCommand } from './slash-command.js'

const MOST = 20

export const memories: SlashCommand = {
  name: 'memories',
  argumentHelp: '[QUERY]',
  summary: 'What is remembered of you, the newest first; with a query, what fits it best.',
  run: async (desk, { playerId }, query) => {
    const params = { characterId: desk.characterId, playerId }
    const text = await (query === '' ? newestMemories(desk, params) : matchingMemories(desk, params, query))
    desk.prompt.tell(text)
    return 'stay'
  },
}

type Asked = Parameters<SlashCommand['run']>[0]
type Pair = { readonly characterId: string; readonly playerId: string }

async function newestMemories(desk: Asked, params: Pair): Promise<string> {
  const page = await desk.client.call(listMemories, { params, query: { limit: MOST } })
  if (page.memories.length === 0) return '(No memories)'
  const rest = page.total - page.memories.length
  const more = rest > 0 ? [`(${rest} more: parley memories list)`] : []
  return [renderMemories(currentTerminal(desk), page.memories, { full: true }), ...more].join('\n')
}

async function matchingMemories(desk: Asked, params: Pair, query: string): Promise<string> {
  const { results } = await desk.client.call(searchMemories, { params, body: { query } })
  return results.length === 0 ? '(Nothing fits)' : renderHits(currentTerminal(desk), results, { full: true })
}
