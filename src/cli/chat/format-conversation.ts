import type { Message } from '../../contract/conversations.js'
import { readableTime } from '../output/readable-time.js'

type Names = { readonly character: string; readonly player: string }

/** The messages of a conversation in the form that the end of the file's name asks for. */
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
