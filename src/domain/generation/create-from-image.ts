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
import { type IdempotencyDeps, withIdempotency } from '../idempotency/with-idempotency.js'
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

type PictureDeps = { readonly files: Pick<FileStore, 'open' | 'put'>; readonly images: ImageProcessor }
type PictureFields = Pick<CharacterRecord, 'avatar' | 'avatar_file' | 'source_image_file'>
type StoredPictures = { readonly source: SanitizedImage; readonly shown: PictureFields }

/** Pixels a side of an avatar that is cut out of a picture. */
const AVATAR_SIDE = 512

/**
 * Makes the source and the avatar of a character out of a picture that somebody sent, and keeps their files while `use`
 * stores what a character says that has them. Rejects with `invalid` when it is no picture.
 */
async function withCharacterPictures<T>(
  deps: PictureDeps,
  sent: HeldFile,
  use: (kept: StoredPictures) => Promise<T>,
): Promise<T> {
  const source = await deps.images.sanitize(readLazily(deps, sent.sha256))
  const avatar = await deps.images.cropSquare(source, AVATAR_SIDE)
  return withStoredImage(deps, source, (whole) =>
    withStoredImage(deps, avatar, (face) => {
      const source_image_file = namedFile(whole, `source.${source.extension}`)
      return use({
        source,
        shown: {
          avatar: null,
          avatar_file: namedFile(face, `avatar.${avatar.extension}`),
          source_image_file,
        },
      })
    }),
  )
}

const namedFile = ({ sha256 }: HeldFile, name: string): StoredFile => ({ sha256, name })
