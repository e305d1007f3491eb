import type { Action } from '../../contract/characters.js'
import type { CharacterRecord } from '../characters/record.js'
import { HISTORY_MESSAGES } from '../conversations/ports.js'
import type { MessageRecord } from '../conversations/record.js'
import type { PromptMessage } from './ports.js'

/** How much of the conversation a model is shown: the newest `HISTORY_MESSAGES`, as far as they fit into this. */
export const HISTORY_CHARACTERS = 24_000

const LENGTHS = {
  short: 'Answer in one short sentence.',
  medium: 'Answer in two or three sentences.',
  long: 'Answer at length, in five sentences or more.',
} as const

/**
 * The system prompt. A character's own `system_prompt` replaces it whole. Otherwise it is, one paragraph each and only
 * what the character has: "You are <name>, <tagline>." and the rule to stay in character; "Personality: …";
 * "Background: …"; the length that `verbosity` asks for; with `verbose`, leave to describe gestures between asterisks,
 * else a request not to; and the list of actions, which the model calls as tools.
 */
export function systemPrompt(character: CharacterRecord): string {
  if (hasText(character.system_prompt)) return character.system_prompt
  return [
    opening(character),
    section('Personality', character.personality),
    section('Background', character.background),
    LENGTHS[character.llm_verbosity],
    character.verbose
      ? 'You may describe what you do and feel, between asterisks.'
      : 'Say only what you speak aloud: no stage directions, no markup.',
    actionList(character.actions),
  ]
    .filter(hasText)
    .join('\n\n')
}

/** The end of a conversation that fits the bounds beside what the player says now, oldest first. */
export function shownMessages(history: readonly MessageRecord[], text: string): readonly MessageRecord[] {
  let room = HISTORY_CHARACTERS - text.length
  const newest = [...history].reverse()
  const tooMuch = newest.findIndex(({ content, imageDescription }) => {
    room -= content.length + (imageDescription?.length ?? 0)
    return room < 0
  })
  return newest.slice(0, tooMuch < 0 ? HISTORY_MESSAGES : tooMuch).reverse()
}

/** What a model is shown of a conversation, ending with what the player says now. */
export const promptMessages = (
  shown: readonly MessageRecord[],
  now: Omit<PromptMessage, 'role'>,
): readonly PromptMessage[] => [
  ...shown.map(({ role, content, imageDescription }) => ({
    role,
    content,
    ...imageDescriptionOf(imageDescription),
  })),
  { role: 'user', ...now },
]

/** For a message: what its picture shows, if it has one and somebody could tell. */
export const imageDescriptionOf = (
  description: string | null | undefined,
): Pick<PromptMessage, 'imageDescription'> =>
  description === null || description === undefined ? {} : { imageDescription: description }

function opening({ name, tagline }: CharacterRecord): string {
  const who = hasText(tagline) ? `${name}, ${tagline.replace(/(?<![.\s])[.\s]+$/, '')}` : name
  return `You are ${who}. Stay in character, speak in the first person, and answer in the player's language.`
}

const section = (title: string, text: string | null) => (hasText(text) ? `${title}: ${text}` : '')

function actionList(actions: readonly Action[]): string {
  if (actions.length === 0) return ''
  const rows = actions.map(({ name, description }) =>
    hasText(description) ? `- ${name}: ${description}` : `- ${name}`,
  )
  return [
    'You can do these things by calling the tool of that name, whenever they fit. Speak as well:',
    ...rows,
  ].join('\n')
}

const hasText = (text: string | null | undefined): text is string =>
  text !== null && text !== undefined && text.trim() !== ''
