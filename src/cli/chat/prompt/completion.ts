import { readdir } from 'node:fs/promises'
import type { Client } from '../../../client/create-client.js'
import { listConversations } from '../../../contract/conversations.js'
import type { Completion } from '../../line-editor/line-input.js'
import { escapeWord, expandHome, splitFirstWord } from '../commands/shell-words.js'
import { SLASH_COMMANDS } from '../commands/slash-commands.js'

type CompletionDeps = { readonly client: Client; readonly characterId: string }

const NOTHING: Completion = { word: '', options: [] }
const MAX_PLAYERS = 100

/** Completes the name of a slash command, or its argument: a file, or a player of the character. */
export function completeChat(deps: CompletionDeps, before: string): Completion | Promise<Completion> {
  const [name] = /^\/\S*$/.exec(before) ?? []
  if (name !== undefined) return { word: name, options: SLASH_COMMANDS.map((command) => `/${command.name}`) }
  const [, file] = /^\/(?:image|save|retry\s+--persona)\s+((?:\\.|[^\s\\])*)$/.exec(before) ?? []
  if (file !== undefined) return completeFile(file)
  const [, player] = /^\/player\s+(.*)$/s.exec(before) ?? []
  return player === undefined ? NOTHING : completePlayer(deps, player)
}

/** Lists the folder that is typed so far; hidden files only if the name begins with a dot. */
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

/** Lists players that match; none if the request fails, for example because the key may not list them. */
async function completePlayer({ client, characterId }: CompletionDeps, word: string): Promise<Completion> {
  const query = { limit: MAX_PLAYERS, ...(word !== '' && { playerSearch: word }) }
  const page = await client.call(listConversations, { params: { characterId }, query }).catch(() => null)
  return { word, options: page?.conversations.map(({ playerId }) => playerId) ?? [] }
}
