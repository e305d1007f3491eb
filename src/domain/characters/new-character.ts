import { type CharacterConfig, CharacterConfigSchema } from '../../contract/characters.js'
import type { CallerInSpace } from '../access.js'
import { defaultsOf } from '../defaults.js'
import { applyConfig, type CharacterSettings, inferTextOnly } from './apply-config.js'
import type { CharacterRecord } from './record.js'

type NewCharacter = {
  readonly id: string
  readonly now: string
  readonly owner: CallerInSpace
  readonly input: CharacterConfig
}

/** A new character in the owner's space, owned by its player if there is one. */
export function newCharacter({ id, now, owner, input }: NewCharacter): CharacterRecord {
  const configured = applyConfig(DEFAULT_SETTINGS, input)
  return {
    id,
    ...configured,
    ...inferTextOnly(input.text_only, configured.tts_voice),
    source_image_url: null,
    generated_voice_id: null,
    model_status: null,
    model_url: null,
    model_preview_url: null,
    model_rigged: false,
    model_animations: [],
    avatar_file: null,
    source_image_file: null,
    voice_description: null,
    model_file: null,
    model_preview_file: null,
    model_thumbnail_file: null,
    model_job: null,
    player_id: owner.playerId,
    account_id: owner.accountId,
    org_id: owner.orgId,
    created_at: now,
    updated_at: now,
  }
}

const { properties } = CharacterConfigSchema

/** The configuration of an empty request: the defaults of the schema. */
const DEFAULT_CONFIG: CharacterConfig = {
  ...defaultsOf(CharacterConfigSchema),
  persona: defaultsOf(properties.persona),
  llm: defaultsOf(properties.llm),
  tts: defaultsOf(properties.tts),
  stt: defaultsOf(properties.stt),
  vad: defaultsOf(properties.vad),
  vlm: defaultsOf(properties.vlm),
}

/** The cast is safe: the schema has a default for every field. */
const DEFAULT_SETTINGS = applyConfig({} as CharacterSettings, DEFAULT_CONFIG)
