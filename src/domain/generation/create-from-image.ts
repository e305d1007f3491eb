import type { CharacterConfig } from '../../contract/characters.js'
import {
  APPEARANCE_MAX,
  type FromImageOptions,
  FromImageOptionsSchema,
  PERSONA_MAX,
  VOICE_MAX,
} from '../../contract/generation.js'
import type { Limits } from '../../contract/limits.js'
import type { Ids } from '../chance.js'
import type { Space } from '../characters/access.js'
import { newCharacter } from '../characters/new-character.js'
import type { CharacterStore } from '../characters/ports.js'
import type { CharacterRecord } from '../characters/record.js'
import { withDefaults } from '../defaults.js'
import { notFound } from '../errors.js'
import type { HeldFile } from '../files/ports.js'
import { type AnswerOnceDeps, answerOnce } from '../idempotency/answer-once.js'
import { claimGeneration } from '../limits/claims.js'
import type { RoomDeps } from '../limits/reserve-room.js'
import { withRoom } from '../limits/with-room.js'
import { type FindOrganizationDeps, requireSpace } from '../organizations/access.js'
import type { Imagined, Vision } from '../vision/ports.js'
import { cutAtWord } from './cut.js'
import { type PictureDeps, withPictures } from './pictures.js'

export type CreateFromImageDeps = FindOrganizationDeps &
  AnswerOnceDeps &
  RoomDeps &
  PictureDeps & {
    readonly characters: Pick<CharacterStore, 'insert' | 'find'>
    readonly vision: Pick<Vision, 'imagine'>
    readonly limits: Pick<Limits, 'generationsPerHour'>
    readonly ids: Ids
  }

/** A picture that somebody sent, complete, and what they want of it. */
export type SentPicture = { readonly file: HeldFile; readonly options: FromImageOptions }

/** Takes in a picture once that is called for, and lets go of it after its use, whatever comes of that. */
export type ReceivePicture = <T>(use: (sent: SentPicture) => Promise<T>) => Promise<T>

type Asked = { readonly receive: ReceivePicture; readonly idempotencyKey: string | null }

/**
 * Creates a character from a picture, or nothing. With a key it is created once, and then given to all who ask again
 * (docs/rest.md, Characters from pictures). Rejects with `invalid` for what is no picture, and with `quota` beyond
 * the shared bucket.
 */
export async function createFromImage(
  deps: CreateFromImageDeps,
  caller: Space,
  { receive, idempotencyKey: key }: Asked,
): Promise<CharacterRecord> {
  await requireSpace(deps, caller)
  const { accountId, orgId, playerId } = caller
  return receive(async (sent) => {
    const body = { picture: sent.file.sha256, options: sent.options, orgId, playerId }
    const asked = { accountId, route: 'POST /from-image', key, body }
    const claims = [claimGeneration(deps.limits, accountId)]
    const { value } = await answerOnce<Made>(deps, asked, (note) =>
      withRoom(deps, claims, () => create(deps, caller, { ...sent, note })),
    )
    const record = await deps.characters.find(value.id)
    if (record === undefined) throw notFound('Character')
    return record
  })
}

type Made = { readonly id: string }
type Creation = SentPicture & { readonly note: (made: Made) => void }

const create = (deps: CreateFromImageDeps, caller: Space, { file, options, note }: Creation): Promise<Made> =>
  withPictures(deps, file, async ({ source, shown }) => {
    const { appearancePrompt, voicePrompt, personaPrompt } = options
    const imagined = await deps.vision.imagine(source.bytes, {
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
  imagined: Imagined,
  options: FromImageOptions,
): Voice {
  const named = ['ttsProvider', 'useDefaultVoice'] as const
  const { ttsProvider: tts_provider, useDefaultVoice } = withDefaults(FromImageOptionsSchema, options, named)
  if (useDefaultVoice) return { tts_provider, generated_voice_id: null, voice_description: null }
  const voice_description = cutAtWord(imagined.voice, VOICE_MAX)
  const generated_voice_id = `voice_${secrets.hash(voice_description).slice(0, 16)}`
  return { tts_provider, generated_voice_id, voice_description }
}

const configOf = (
  { name, tagline, persona, appearance }: Imagined,
  { tts_provider, generated_voice_id }: Voice,
): CharacterConfig => ({
  persona: {
    name: cutAtWord(name, 255),
    tagline: cutAtWord(tagline, 500),
    personality: cutAtWord(persona, PERSONA_MAX),
  },
  appearance: cutAtWord(appearance, APPEARANCE_MAX),
  tts: { provider: tts_provider, voice: generated_voice_id },
  // The default voice has no name, but it is one.
  ...(generated_voice_id === null && { text_only: false }),
})
