import type { Player } from '../../contract/players.js'
import { readableTime } from '../output/readable-time.js'
import { type Column, renderTable } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

/** The player comes last: an id may be as long as 128 characters, and is the only value that is cut. */
export function renderPlayers(terminal: Terminal, players: readonly Player[]): string {
  const areMemoriesKnown = players.some(({ memoryCount }) => memoryCount !== undefined)
  const columns: readonly Column<Player>[] = [
    {
      title: 'MESSAGES',
      value: ({ conversation }) => String(conversation ? (conversation.messageCount ?? '') : 0),
    },
    ...(areMemoriesKnown ? [MEMORIES] : []),
    {
      title: 'SINCE',
      value: ({ conversation }) => readableTime(conversation?.createdAt ?? null).slice(0, 10),
    },
    { title: 'LAST ACTIVITY', value: ({ conversation }) => readableTime(conversation?.lastActivity ?? null) },
    { title: 'PLAYER', value: ({ playerId }) => playerId, width: 'rest' },
  ]
  return renderTable(terminal, columns, players)
}

const MEMORIES: Column<Player> = {
  title: 'MEMORIES',
  value: ({ memoryCount }) => String(memoryCount ?? ''),
}
