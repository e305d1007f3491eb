import type { CharacterConfig } from '../../contract/characters.js'
import {
  APPEARANCE_MAX,
  type FromImageOptions,
  FromImageOptionsSchema,
  PERSONA_MAX,
  VOICE_MAX,
} from '../../contract/generation.js'
import type { Limits } from '../../contract/limits.js'
import type { CallerInSpace } from '../characters/access.js'
import { newCharacter } from '../characters/new-character.js'
import type { CharacterRepository } from '../characters/ports.js'
import type { CharacterRecord } from '../characters/record.js'
import { withDefaults } from '../defaults.js'
import { notFound } from '../errors.js'
import type { HeldFile } from '../files/ports.js'
import { type IdempotencyDeps, withIdempotency } from '../idempotency/with-idempotency.js'
import { generationQuota } from '../limits/quotas.js'
import type { ReserveQuotaDeps } from '../limits/reserve-quota.js'
import { withQuota } from '../limits/with-quota.js'
import { type FindOrganizationDeps, requireSpaceAccess } from '../organizations/access.js'
import type { Ids } from '../random.js'
import type { SuggestedCharacter, Vision } from '../vision/ports.js'
import { type PictureDeps, withCharacterPictures } from './character-pictures.js'
import { truncateAtWord } from './truncate-at-word.js'

export type CreateFromImageDeps = FindOrganizationDeps &
  IdempotencyDeps &
  ReserveQuotaDeps &
  PictureDeps & {
    readonly characters: Pick<CharacterRepository, 'insert' | 'find'>
    readonly vision: Pick<Vision, 'suggestCharacter'>
    readonly limits: Pick<Limits, 'generationsPerHour'>
    readonly ids: Ids
  }

/** A picture that somebody sent, complete, and what they want of it. */
export type UploadedPicture = { readonly file: HeldFile; readonly options: FromImageOptions }

/** Takes in a picture once that is called for, and lets go of it after its use, whatever comes of that. */
export type ReceiveUploadedPicture = <T>(use: (sent: UploadedPicture) => Promise<T>) => Promise<T>

type FromImageInput = { readonly receive: ReceiveUploadedPicture; readonly idempotencyKey: string | null }

/**
 * Creates a character from a picture, or nothing. With a key it is created once, and then given to all who ask again
 * (docs/rest.md, Characters from pictures). Rejects with `invalid` for what is no picture, and with `quota` beyond
 * the shared bucket.
 */
export async function createFromImage(
  deps: CreateFromImageDeps,
  caller: CallerInSpace,
  { receive, idempotencyKey: key }: FromImageInput,
): Promise<CharacterRecord> {
  await requireSpaceAccess(deps, caller)
  const { accountId, orgId, playerId } = caller
  return receive(async (sent) => {
    const body = { picture: sent.file.sha256, options: sent.options, orgId, playerId }
    const asked = { accountId, route: 'POST /from-image', key, body }
    const claims = [generationQuota(deps.limits, accountId)]
    const { value } = await withIdempotency<CreatedCharacter>(deps, asked, (note) =>
      withQuota(deps, claims, () => createCharacterOf(deps, caller, { ...sent, note })),
    )
    const record = await deps.characters.find(value.id)
    if (record === undefined) throw notFound('Character')
    return record
  })
}

type CreatedCharacter = { readonly id: string }
type ImageCreation = UploadedPicture & { readonly note: (made: CreatedCharacter) => void }

const createCharacterOf = (
  deps: CreateFromImageDeps,
  caller: CallerInSpace,
  { file, options, note }: ImageCreation,
): Promise<CreatedCharacter> =>
  withCharacterPictures(deps, file, async ({ source, shown }) => {
    const { appearancePrompt, voicePrompt, personaPrompt } = options
    const imagined = await deps.vision.suggestCharacter(source.bytes, {
      appearance: appearancePrompt || null,
      voice: voicePrompt || null,
      persona: personaPrompt || null,
    })
    const voice = voiceOf(deps, imagined, options)
    const input = configOf(imagined, voice)
    const [id, now] = [deps.ids.uuid(), deps.clock.now().toISOString()]
    const { generated_voice_id, voice_description } = voice
    const character = newCharacter({ id, now, owner: caller, input })
    const made = { id }
    note(made)
    await deps.characters.insert({ ...character, ...shown, generated_voice_id, voice_description })
    return made
  })

type Voice = Pick<CharacterRecord, 'tts_provider' | 'generated_voice_id' | 'voice_description'>

/** The same description makes the same voice. */
function voiceOf(
  { secrets }: Pick<CreateFromImageDeps, 'secrets'>,
  imagined: SuggestedCharacter,
  options: FromImageOptions,
): Voice {
  const named = ['ttsProvider', 'useDefaultVoice'] as const
  const { ttsProvider: tts_provider, useDefaultVoice } = withDefaults(FromImageOptionsSchema, options, named)
  if (useDefaultVoice) return { tts_provider, generated_voice_id: null, voice_description: null }
  const voice_description = truncateAtWord(imagined.voice, VOICE_MAX)
  const generated_voice_id = `voice_${secrets.hash(voice_description).slice(0, 16)}`
  return { tts_provider, generated_voice_id, voice_description }
}

const configOf = (
  { name, tagline, persona, appearance }: SuggestedCharacter,
  { tts_provider, generated_voice_id }: Voice,
): CharacterConfig => ({
  persona: {
    name: truncateAtWord(name, 255),
    tagline: truncateAtWord(tagline, 500),
    personality: truncateAtWord(persona, PERSONA_MAX),
  },
  appearance: truncateAtWord(appearance, APPEARANCE_MAX),
  tts: { provider: tts_provider, voice: generated_voice_id },
  // The default voice has no name, but it is one.
  ...(generated_voice_id === null && { text_only: false }),
})
