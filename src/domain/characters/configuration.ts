import type { Action, ActionParameter, CharacterConfig } from '../../contract/characters.js'
import type { CharacterRecord } from './record.js'
import type { ShownModel } from './uploaded-model.js'

/** The fields of a record that a body sets just as they are; `text_only` follows a rule of its own. */
export type Configured = Omit<
  CharacterRecord,
  | ('id' | 'account_id' | 'org_id' | 'player_id' | 'created_at' | 'updated_at')
  | ('source_image_url' | 'generated_voice_id' | keyof ShownModel)
  | ('text_only' | 'text_only_chosen')
  | ('avatar_file' | 'source_image_file' | 'voice_description')
>

/** What the body gives, and for the rest what was there. Keys that nobody knows stay behind. */
export function configure(current: Configured, config: CharacterConfig): Configured {
  const { persona = {}, llm = {}, tts = {}, stt = {}, vad = {}, vlm = {} } = config
  return {
    name: given(persona.name, current.name),
    tagline: given(persona.tagline, current.tagline),
    personality: given(persona.personality, current.personality),
    background: given(persona.background, current.background),
    appearance: given(config.appearance, current.appearance),
    avatar: given(config.avatar, current.avatar),
    system_prompt: given(persona.system_prompt, current.system_prompt),
    tts_provider: given(tts.provider, current.tts_provider),
    tts_model: given(tts.model, current.tts_model),
    tts_voice: given(tts.voice, current.tts_voice),
    tts_speed: given(tts.speed, current.tts_speed),
    tts_delivery_mode: given(tts.delivery_mode, current.tts_delivery_mode),
    vlm_model: given(vlm.model, current.vlm_model),
    llm_provider: given(llm.provider, current.llm_provider),
    llm_model: given(llm.model, current.llm_model),
    llm_temperature: given(llm.temperature, current.llm_temperature),
    llm_max_tokens: given(llm.max_tokens, current.llm_max_tokens),
    llm_verbosity: given(llm.verbosity, current.llm_verbosity),
    stt_provider: given(stt.provider, current.stt_provider),
    stt_language: given(stt.language, current.stt_language),
    vad_sensitivity: given(vad.sensitivity, current.vad_sensitivity),
    vad_min_speech_duration_ms: given(vad.min_speech_duration_ms, current.vad_min_speech_duration_ms),
    verbose: given(config.verbose, current.verbose),
    is_public: given(config.is_public, current.is_public),
    actions: config.actions === undefined ? current.actions : (config.actions ?? []).map(knownAction),
  }
}

/** Null is given, too: it clears the field. */
const given = <T>(value: T | undefined, otherwise: T): T => (value === undefined ? otherwise : value)

const knownAction = ({ name, description, parameters }: Action): Action => ({
  name,
  ...(description === undefined ? {} : { description }),
  parameters: (parameters ?? []).map(knownParameter),
})

const knownParameter = ({ name, type, required, description }: ActionParameter): ActionParameter => ({
  name,
  type: type ?? 'string',
  required: required ?? false,
  description: description ?? null,
})
