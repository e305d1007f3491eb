import type { CharacterConfig } from '../../contract/characters.js'
import {
  APPEARANCE_MAX,
  type FromImageOptions,
  FromImageOptionsSchema,
  PERSONA_MAX,
  VOICE_MAX,
} from '../../contract/generation.js'
import type { Limits } from '../../contract/limits.js'
import type { CallerInSpace } from '../access.js'
import { newCharacter } from '../characters/new-character.js'
import type { CharacterRepository } from '../characters/ports.js'
import type { CharacterRecord } from '../characters/record.js'
import { withDefaults } from '../defaults.js'
import { notFound } from '../errors.js'
import type { FileStore, HeldFile } from '../files/ports.js'
import { readLazily, type StoredFile } from '../files/stored-file.js'
import { type IdempotencyDeps, type ResultWrites, withIdempotency } from '../idempotency/with-idempotency.js'
import type { ImageProcessor, SanitizedImage } from '../images/ports.js'
import { withStoredImage } from '../images/with-stored-image.js'
import { generationQuota } from '../limits/quotas.js'
import { type ReserveQuotaDeps, withQuota } from '../limits/reserve-quota.js'
import { type FindOrganizationDeps, requireSpaceAccess } from '../organizations/access.js'
import type { Ids } from '../random.js'
import type { SuggestedCharacter, Vision } from '../vision/ports.js'
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

/** A received picture with the options of the request. */
export type UploadedPicture = { readonly file: HeldFile; readonly options: FromImageOptions }

/** Receives the picture when it is called, passes it to `use`, and releases the file afterwards, also on failure. */
export type ReceiveUploadedPicture = <T>(use: (sent: UploadedPicture) => Promise<T>) => Promise<T>

type FromImageInput = { readonly receive: ReceiveUploadedPicture; readonly idempotencyKey: string | null }

/**
 * Creates a character from a picture. Repeated requests with the same idempotency key get the same character
 * (docs/rest.md, Characters from pictures). Rejects with `invalid` when the file is not a picture, and with `quota` when
 * the hour's generations are used up.
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
    const request = { accountId, route: 'POST /from-image', key, body }
    const quotas = [generationQuota(deps.limits, accountId)]
    const { value } = await withIdempotency<CreatedCharacter>(deps, request, (resultWrites) =>
      withQuota(deps, quotas, () => createCharacterOf(deps, caller, { ...sent, resultWrites })),
    )
    const record = await deps.characters.find(value.id)
    if (record === undefined) throw notFound('Character')
    return record
  })
}

type CreatedCharacter = { readonly id: string }
type ImageCreation = UploadedPicture & { readonly resultWrites: ResultWrites<CreatedCharacter> }

const createCharacterOf = (
  deps: CreateFromImageDeps,
  caller: CallerInSpace,
  { file, options, resultWrites }: ImageCreation,
): Promise<CreatedCharacter> =>
  withCharacterPictures(deps, file, async ({ source, fields }) => {
    const { appearancePrompt, voicePrompt, personaPrompt } = options
    const suggestion = await deps.vision.suggestCharacter(source.bytes, {
      appearance: appearancePrompt || null,
      voice: voicePrompt || null,
      persona: personaPrompt || null,
    })
    const voice = voiceOf(deps, suggestion, options)
    const input = configOf(suggestion, voice)
    const [id, now] = [deps.ids.uuid(), deps.clock.now().toISOString()]
    const { generated_voice_id, voice_description } = voice
    const character = newCharacter({ id, now, owner: caller, input })
    const created = { id }
    const record = { ...character, ...fields, generated_voice_id, voice_description }
    await deps.characters.insert(record, undefined, resultWrites(created))
    return created
  })

type Voice = Pick<CharacterRecord, 'tts_provider' | 'generated_voice_id' | 'voice_description'>

/** The voice id is derived from the description, so that equal descriptions give equal voices. */
function voiceOf(
  { secrets }: Pick<CreateFromImageDeps, 'secrets'>,
  suggestion: SuggestedCharacter,
  options: FromImageOptions,
): Voice {
  const defaulted = ['ttsProvider', 'useDefaultVoice'] as const
  const { ttsProvider: tts_provider, useDefaultVoice } = withDefaults(
    FromImageOptionsSchema,
    options,
    defaulted,
  )
  if (useDefaultVoice) return { tts_provider, generated_voice_id: null, voice_description: null }
  const voice_description = truncateAtWord(suggestion.voice, VOICE_MAX)
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
  // The default voice has no id, but the character does have a voice.
  ...(generated_voice_id === null && { text_only: false }),
})

type PictureDeps = { readonly files: Pick<FileStore, 'open' | 'put'>; readonly images: ImageProcessor }
type PictureFields = Pick<CharacterRecord, 'avatar' | 'avatar_file' | 'source_image_file'>
type StoredPictures = { readonly source: SanitizedImage; readonly fields: PictureFields }

/** Side length of an avatar cut out of a picture, in pixels. */
const AVATAR_SIDE = 512

/**
 * Makes the source image and the avatar of a character from a received picture, and holds their files while `use` stores
 * the character. Rejects with `invalid` when the file is not a picture.
 */
async function withCharacterPictures<T>(
  deps: PictureDeps,
  file: HeldFile,
  use: (pictures: StoredPictures) => Promise<T>,
): Promise<T> {
  const source = await deps.images.sanitize(readLazily(deps, file.sha256))
  const avatar = await deps.images.cropSquare(source, AVATAR_SIDE)
  return withStoredImage(deps, source, (sourceFile) =>
    withStoredImage(deps, avatar, (avatarFile) => {
      const source_image_file = namedFile(sourceFile, `source.${source.extension}`)
      return use({
        source,
        fields: {
          avatar: null,
          avatar_file: namedFile(avatarFile, `avatar.${avatar.extension}`),
          source_image_file,
        },
      })
    }),
  )
}

const namedFile = ({ sha256 }: HeldFile, name: string): StoredFile => ({ sha256, name })
