import type { Action, ActionParameter, CharacterConfig } from '../../contract/characters.js'
import type { CharacterRecord, ModelFields } from './record.js'

/** The fields of a record that a request sets directly; `text_only` has a rule of its own. */
export type CharacterSettings = Omit<
  CharacterRecord,
  | ('id' | 'account_id' | 'org_id' | 'player_id' | 'created_at' | 'updated_at')
  | ('source_image_url' | 'generated_voice_id' | keyof ModelFields)
  | ('text_only' | 'text_only_chosen')
  | ('avatar_file' | 'source_image_file' | 'voice_description')
>

/** Overwrites the current settings with the given ones. Unknown keys are dropped. */
export function applyConfig(current: CharacterSettings, config: CharacterConfig): CharacterSettings {
  const { persona = {}, llm = {}, tts = {}, stt = {}, vad = {}, vlm = {} } = config
  return {
    name: givenOr(persona.name, current.name),
    tagline: givenOr(persona.tagline, current.tagline),
    personality: givenOr(persona.personality, current.personality),
    background: givenOr(persona.background, current.background),
    appearance: givenOr(config.appearance, current.appearance),
    avatar: givenOr(config.avatar, current.avatar),
    system_prompt: givenOr(persona.system_prompt, current.system_prompt),
    tts_provider: givenOr(tts.provider, current.tts_provider),
    tts_model: givenOr(tts.model, current.tts_model),
    tts_voice: givenOr(tts.voice, current.tts_voice),
    tts_speed: givenOr(tts.speed, current.tts_speed),
    tts_delivery_mode: givenOr(tts.delivery_mode, current.tts_delivery_mode),
    vlm_model: givenOr(vlm.model, current.vlm_model),
    llm_provider: givenOr(llm.provider, current.llm_provider),
    llm_model: givenOr(llm.model, current.llm_model),
    llm_temperature: givenOr(llm.temperature, current.llm_temperature),
    llm_max_tokens: givenOr(llm.max_tokens, current.llm_max_tokens),
    llm_verbosity: givenOr(llm.verbosity, current.llm_verbosity),
    stt_provider: givenOr(stt.provider, current.stt_provider),
    stt_language: givenOr(stt.language, current.stt_language),
    vad_sensitivity: givenOr(vad.sensitivity, current.vad_sensitivity),
    vad_min_speech_duration_ms: givenOr(vad.min_speech_duration_ms, current.vad_min_speech_duration_ms),
    verbose: givenOr(config.verbose, current.verbose),
    is_public: givenOr(config.is_public, current.is_public),
    actions: config.actions === undefined ? current.actions : (config.actions ?? []).map(pickActionFields),
  }
}

/** Null counts as given: it clears the field. */
const givenOr = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)

const pickActionFields = ({ name, description, parameters }: Action): Action => ({
  name,
  ...(description === undefined ? {} : { description }),
  parameters: (parameters ?? []).map(pickParameterFields),
})

const pickParameterFields = ({ name, type, required, description }: ActionParameter): ActionParameter => ({
  name,
  type: type ?? 'string',
  required: required ?? false,
  description: description ?? null,
})

type TextOnly = Pick<CharacterRecord, 'text_only' | 'text_only_chosen'>

/** A character without a voice is text-only, until `text_only` is set; from then on the voice has no influence. */
export function inferTextOnly(
  given: boolean | undefined,
  voice: string | null,
  current?: TextOnly,
): TextOnly {
  if (given !== undefined) return { text_only: given, text_only_chosen: true }
  if (current?.text_only_chosen === true) return { text_only: current.text_only, text_only_chosen: true }
  return { text_only: !voice, text_only_chosen: false }
}
