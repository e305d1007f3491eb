import { type Static, Type } from 'typebox'
import { CharacterSchema } from './characters.js'
import { operation } from './operation.js'
import { ErrorBodySchema, LimitRef, OneOf, Ref } from './shared.js'

/** Largest image of a form, in bytes (docs/rest.md, Characters from pictures). */
export const GENERATION_IMAGE_BYTES = 10 * 2 ** 20
// Open in the contract: "about 7.5 MB". We take it as the length of the base64 text.
/** Longest base64 text of an image in JSON. */
export const GENERATION_IMAGE_TEXT_MAX = 7.5 * 2 ** 20
/** Largest JSON body with an image, in bytes, including the other fields. */
export const GENERATION_IMAGE_BODY_BYTES = GENERATION_IMAGE_TEXT_MAX + 2 ** 16

/** Longest texts that are generated from an image, in characters (docs/rest.md, Characters from pictures). */
export const APPEARANCE_MAX = 750
export const VOICE_MAX = 200
export const PERSONA_MAX = 400

const OPTIONS = {
  ttsProvider: Type.Optional(Type.String({ minLength: 1, maxLength: 100, default: 'default' })),
  useDefaultVoice: Type.Optional(
    Type.Boolean({ default: false, description: 'Use the default voice of the provider' }),
  ),
  appearancePrompt: Type.Optional(
    Type.String({
      maxLength: 500,
      description:
        'How to describe what it looks like, such as “as a knight”; replaces the default instruction',
    }),
  ),
  voicePrompt: Type.Optional(
    Type.String({ maxLength: 300, description: 'The same for its voice, such as “deep and slow”' }),
  ),
  personaPrompt: Type.Optional(
    Type.String({ maxLength: 500, description: 'The same for who it is, such as “a retired pirate”' }),
  ),
}

/** The text fields of a form with an image. */
export const FromImageOptionsSchema = Type.Object(OPTIONS)
export type FromImageOptions = Static<typeof FromImageOptionsSchema>

const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const ImageTypeSchema = OneOf(PICTURE_TYPES, { default: 'image/jpeg' })
export const ImageTextSchema = Type.String({ minLength: 1, description: 'base64, at most 7.5 MB' })

export const FromImageSchema = Type.Object(
  { image: ImageTextSchema, mimeType: Type.Optional(ImageTypeSchema), ...OPTIONS },
  { $id: 'FromImage' },
)

/** The file part of a form with an image, with its description. */
export const GENERATION_IMAGE_FILES = { image: 'JPEG, PNG or WebP, at most 10 MB' } as const

export const createFromImage = operation({
  method: 'POST',
  url: '/api/v1/characters/from-image',
  config: { scope: 'generation:write' },
  form: { fields: FromImageOptionsSchema, files: GENERATION_IMAGE_FILES, required: ['image'] },
  schema: {
    operationId: 'createFromImage',
    summary: 'Create a character from a picture',
    tags: ['characters'],
    body: Ref(FromImageSchema),
    response: {
      201: Ref(CharacterSchema),
      400: Ref(ErrorBodySchema),
      403: Ref(ErrorBodySchema),
      409: Ref(ErrorBodySchema),
      413: Ref(ErrorBodySchema),
      415: Ref(ErrorBodySchema),
      422: Ref(ErrorBodySchema),
      429: LimitRef('generations'),
      502: Ref(ErrorBodySchema),
    },
  },
})
