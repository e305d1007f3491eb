import { usageError } from '../../errors/command-error.js'
import { refuseOverwriting, writeOutputFile } from '../../output/output-file.js'
import { readAllMessages } from '../../players/read-conversations.js'
import { formatConversation } from '../format-conversation.js'
import { expandHome, splitFirstWord } from './shell-words.js'
import type { SlashCommand } from './slash-command.js'

const FORCE = '--force'

export const save: SlashCommand = {
  name: 'save',
  argumentHelp: 'FILE [--force]',
  summary: 'Writes the whole conversation to a file: text, Markdown (.md) or JSON lines (.jsonl).',
  run: async ({ client, characterId, character, prompt }, { playerId }, argument) => {
    const { word, rest } = splitFirstWord(argument)
    if (word === '' || (rest !== '' && rest !== FORCE))
      throw usageError('Name one file', '/save FILE [--force]')
    const file = expandHome(word)
    refuseOverwriting(file, { force: rest === FORCE }, '/save')
    const { messages } = await readAllMessages(client, { characterId, playerId })
    await writeOutputFile(file, formatConversation(file, messages, { character, player: playerId }))
    prompt.tell(`(Saved ${messages.length === 1 ? '1 message' : `${messages.length} messages`} to ${file})`)
    return 'stay'
  },
}
