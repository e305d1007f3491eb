import type { Action, Character } from '../../contract/characters.js'
import { type Column, renderFields } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

export const CHARACTER_COLUMNS: readonly Column<Character>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'NAME', value: ({ name }) => name, width: 20 },
  { title: 'TAGLINE', value: ({ tagline }) => tagline ?? '', width: 'rest' },
]

/** Renders one character; fields without a value are omitted. */
export const renderCharacter = (terminal: Terminal, character: Character): string =>
  renderFields(terminal, [
    ['id', character.id],
    ['name', character.name],
    ['tagline', character.tagline],
    ['personality', character.personality],
    ['background', character.background],
    ['appearance', character.appearance],
    ['system prompt', character.system_prompt],
    ['avatar', character.avatar],
    ['model', character.model_url],
    ['language model', languageModel(character)],
    ['voice', voice(character)],
    ['recogniser', `${character.stt_language} (${character.stt_provider})`],
    ['actions', character.actions.length === 0 ? null : character.actions.map(describeAction).join('\n')],
    ['player', character.player_id],
    ['public', character.is_public ? 'yes' : 'no'],
    ['status', character.launch_status],
    ['created', character.created_at],
    ['updated', character.updated_at],
  ])

const languageModel = (character: Character): string =>
  [
    `${character.llm_provider}/${character.llm_model}`,
    `temperature ${character.llm_temperature}`,
    `at most ${character.llm_max_tokens} tokens`,
    character.llm_verbosity,
  ].join(', ')

function voice({ text_only, tts_provider, tts_model, tts_voice, tts_speed }: Character): string {
  if (text_only) return 'none (text only)'
  return `${tts_voice ?? 'default'} (${tts_provider}/${tts_model}), speed ${tts_speed}`
}

function describeAction({ name, description, parameters = [] }: Action): string {
  const signature =
    parameters.length === 0 ? name : `${name}(${parameters.map((one) => one.name).join(', ')})`
  return description === undefined || description === '' ? signature : `${signature}: ${description}`
}
