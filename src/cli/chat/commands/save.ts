import type { Message } from '../../../contract/conversations.js'
import { usageError } from '../../errors/command-error.js'
import { refuseOverwriting, writeOutputFile } from '../../output/output-file.js'
import { readableTime } from '../../output/readable-time.js'
import { readAllMessages } from '../../players/read-conversations.js'
import { expandHome, splitFirstWord } from './shell-words.js'
import type { SlashCommand } from './slash-command.js'

const FORCE = '--force'

export const save: SlashCommand = {
  name: 'save',
  argumentHelp: 'FILE [--force]',
  summary: 'Writes the whole conversation to a file: text, Markdown (.md) or JSON lines (.jsonl).',
  run: async ({ client, characterId, characterName, prompt }, { playerId }, argument) => {
    const { word, rest } = splitFirstWord(argument)
    if (word === '' || (rest !== '' && rest !== FORCE))
      throw usageError('Name one file', '/save FILE [--force]')
    const file = expandHome(word)
    refuseOverwriting(file, { force: rest === FORCE }, '/save')
    const { messages } = await readAllMessages(client, { characterId, playerId })
    await writeOutputFile(
      file,
      formatConversation(file, messages, { character: characterName, player: playerId }),
    )
    prompt.tell(`(Saved ${messages.length === 1 ? '1 message' : `${messages.length} messages`} to ${file})`)
    return 'stay'
  },
}

type Names = { readonly character: string; readonly player: string }

/** The messages of a conversation, in the format of the file's extension. */
export function formatConversation(file: string, messages: readonly Message[], names: Names): string {
  if (/\.(jsonl|ndjson)$/i.test(file)) return asJsonLines(messages)
  return /\.(md|markdown)$/i.test(file) ? asMarkdown(messages, names) : asText(messages, names)
}

const asJsonLines = (messages: readonly Message[]): string =>
  messages.map((message) => `${JSON.stringify(message)}\n`).join('')

const asText = (messages: readonly Message[], { character }: Names): string =>
  messages.map((message) => `${speakerOf(message, 'You', character)}: ${textOf(message)}\n`).join('')

function asMarkdown(messages: readonly Message[], { character, player }: Names): string {
  const parts = messages.map((message) => {
    const time = readableTime(message.timestamp)
    const heading = `**${speakerOf(message, player, character)}**${time === '' ? '' : `, ${time}`}`
    return `${heading}\n\n${textOf(message)}\n`
  })
  return [`# ${character} and ${player}\n`, ...parts].join('\n')
}

const speakerOf = ({ role, speaker }: Message, player: string, character: string): string =>
  speaker ?? (role === 'user' ? player : character)

const textOf = ({ content, imageUrl, imageDescription }: Message): string =>
  [
    content,
    ...(imageUrl === null ? [] : [`[image: ${imageUrl}]`]),
    ...(imageDescription === null ? [] : [`[seen: ${imageDescription}]`]),
  ]
    .filter((part) => part !== '')
    .join(' ')
