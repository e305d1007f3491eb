import { readdir } from 'node:fs/promises'
import type { Client } from '../../../client/create-client.js'
import { listConversations } from '../../../contract/conversations.js'
import type { Completion } from '../../line-editor/completion.js'
import { escapeWord, expandHome, splitFirstWord } from '../commands/shell-words.js'
import { SLASH_COMMANDS } from '../commands/slash-commands.js'

type Asked = { readonly client: Client; readonly characterId: string }

const NOTHING: Completion = { word: '', options: [] }
const MOST_PLAYERS = 100

/** How a command may go on: its name, a file, or a player of the character. */
export function completeChat(asked: Asked, before: string): Completion | Promise<Completion> {
  const [name] = /^\/\S*$/.exec(before) ?? []
  if (name !== undefined) return { word: name, options: SLASH_COMMANDS.map((command) => `/${command.name}`) }
  const [, file] = /^\/(?:image|save)\s+((?:\\.|[^\s\\])*)$/.exec(before) ?? []
  if (file !== undefined) return completeFile(file)
  const [, player] = /^\/player\s+(.*)$/s.exec(before) ?? []
  return player === undefined ? NOTHING : completePlayer(asked, player)
}

/** What is in the folder that is named so far; hidden only where a dot is typed. */
async function completeFile(word: string): Promise<Completion> {
  const folder = word.slice(0, word.lastIndexOf('/') + 1)
  const entries = await readdir(expandHome(splitFirstWord(folder).word) || '.', {
    withFileTypes: true,
  }).catch(() => [])
  const options = entries
    .filter(({ name }) => !name.startsWith('.') || word.slice(folder.length).startsWith('.'))
    .map((entry) => `${folder}${escapeWord(entry.name)}${entry.isDirectory() ? '/' : ''}`)
    .sort()
  return { word, options }
}

/** Nobody, where the key may not tell them. */
async function completePlayer({ client, characterId }: Asked, word: string): Promise<Completion> {
  const query = { limit: MOST_PLAYERS, ...(word !== '' && { playerSearch: word }) }
  const page = await client.call(listConversations, { params: { characterId }, query }).catch(() => null)
  return { word, options: page?.conversations.map(({ playerId }) => playerId) ?? [] }
}
