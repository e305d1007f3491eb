import type { Conversation, Message } from '../../contract/conversations.js'
import type { Player } from '../../contract/players.js'
import { printable, printableLine } from '../output/printable.js'
import { readableTime } from '../output/readable-time.js'
import { type Column, renderFields, renderTable, wrapText } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'
import { displayWidth } from '../output/text-width.js'

/** The player is the last column, because an id of up to 128 characters is the only value that may be truncated. */
export function renderPlayers(terminal: Terminal, players: readonly Player[]): string {
  const hasMemoryCounts = players.some(({ memoryCount }) => memoryCount !== undefined)
  const columns: readonly Column<Player>[] = [
    {
      title: 'MESSAGES',
      value: ({ conversation }) => String(conversation ? (conversation.messageCount ?? '') : 0),
    },
    ...(hasMemoryCounts ? [MEMORIES] : []),
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

export const renderConversation = (terminal: Terminal, conversation: Conversation): string =>
  renderFields(terminal, [
    ['player', printableLine(conversation.playerId)],
    ['conversation', conversation.id],
    ['character', conversation.characterId],
    ['API key', conversation.apiKeyId],
    ['messages', conversation.messageCount === null ? null : String(conversation.messageCount)],
    ['since', readableTime(conversation.createdAt) || null],
    ['last activity', readableTime(conversation.lastActivity) || null],
    ['memories made', readableTime(conversation.lastMemoryExtractionAt) || null],
  ])

type Names = { readonly player: string; readonly character: string }

const INDENT = '  '

/** Renders messages as a transcript. Texts are indented, so that none can look like a heading. */
export const renderMessages = (terminal: Terminal, messages: readonly Message[], names: Names): string =>
  messages.map((message) => renderMessage(terminal, message, names)).join('\n\n')

function renderMessage({ colour, width }: Terminal, message: Message, names: Names): string {
  const speaker = message.speaker ?? (message.role === 'user' ? names.player : names.character)
  const [name, time] = [printableLine(speaker), readableTime(message.timestamp)]
  // The id is never truncated, because commands take it: if the line is too narrow it gets its own.
  const isNarrow = displayWidth([name, time, message.id].join(INDENT)) > width
  const heading = [colour.bold(name), colour.dim(time), ...(isNarrow ? [] : [colour.dim(message.id)])]
  const lines = wrapText(printable(textOf(message)).replaceAll('\t', INDENT), width - INDENT.length)
  const id = isNarrow ? [INDENT + colour.dim(message.id)] : []
  return [
    heading.filter((part) => part !== '').join(INDENT),
    ...id,
    ...lines.map((line) => (INDENT + line).trimEnd()),
  ].join('\n')
}

function textOf({ content, imageUrl, imageDescription }: Message): string {
  const image = imageUrl === null ? [] : [`[image: ${imageUrl}]`]
  const seen = imageDescription === null ? [] : [`[seen: ${imageDescription}]`]
  return [...image, ...seen, ...(content === '' ? [] : [content])].join('\n')
}
