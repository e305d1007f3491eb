import { type CharacterConfig, CharacterConfigSchema } from '../../contract/characters.js'
import { defaultsOf } from '../defaults.js'
import { applyConfig, type CharacterSettings } from './apply-config.js'

const { properties } = CharacterConfigSchema

/** What a body means that gives nothing, as the schema says. */
const DEFAULT_CONFIG: CharacterConfig = {
  ...defaultsOf(CharacterConfigSchema),
  persona: defaultsOf(properties.persona),
  llm: defaultsOf(properties.llm),
  tts: defaultsOf(properties.tts),
  stt: defaultsOf(properties.stt),
  vad: defaultsOf(properties.vad),
  vlm: defaultsOf(properties.vlm),
}

/** The schema has a default for every field, so that nothing of the empty record is left. */
export const DEFAULT_SETTINGS = applyConfig({} as CharacterSettings, DEFAULT_CONFIG)
