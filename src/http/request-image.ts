import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import {
  type FromImageOptions,
  FromImageOptionsSchema,
  GENERATION_IMAGE_BYTES,
  GENERATION_IMAGE_TEXT_MAX,
} from '../contract/generation.js'
import { toCamelCase } from '../contract/legacy-agents.js'
import { domainError } from '../domain/errors.js'
import { singleChunk } from '../domain/files/single-chunk.js'
import type { ReceiveUploadedPicture } from '../domain/generation/create-from-image.js'
import { createFieldCoercer } from './coerce-fields.js'
import { acceptForms, type FormDeps, withForm } from './multipart.js'
import { requireValidBody } from './require-valid-body.js'
import { type ValidationProblem, validationProblems } from './validation-problems.js'

/** Makes the routes of this plugin take a form or JSON, and nothing else, not even nothing (docs/rest.md, Errors). */
export async function acceptImageBodies(app: FastifyInstance): Promise<void> {
  await acceptForms(app)
  app.addHook('preValidation', async (request, reply) => {
    if (request.headers['content-type'] !== undefined) return
    await reply.code(415).send({ detail: 'Unsupported Media Type' })
  })
}

/** How a route spells the options: their schema, and their names as people send them in that spelling. */
export type FieldNaming = { readonly schema: TObject; readonly toSchemaName: (name: string) => string }

/** The picture of a request, and its options: a form, or JSON with the picture as text. */
export const receiveImage = (
  deps: FormDeps,
  request: FastifyRequest,
  spelling: FieldNaming,
): ReceiveUploadedPicture =>
  request.isMultipart() ? fromForm(deps, request, spelling) : fromJson(deps, request)

const fromForm =
  (deps: FormDeps, request: FastifyRequest, spelling: FieldNaming): ReceiveUploadedPicture =>
  (use) => {
    const parts = { image: GENERATION_IMAGE_BYTES }
    return withForm(
      deps,
      { request, parts, tooLargeError: 'generationFileTooLarge' },
      ({ fields, uploads }) => {
        const image = uploads.get('image')
        const missing = image === undefined ? [fields.has('image') ? NOT_A_FILE : MISSING] : []
        const options = optionsOf(request, { fields, spelling, missing })
        if (image === undefined) throw domainError('invalidFields', missing)
        return use({ file: image.file, options })
      },
    )
  }

type FormFields = {
  readonly fields: ReadonlyMap<string, string>
  readonly spelling: FieldNaming
  readonly missing: readonly ValidationProblem[]
}

function optionsOf(request: FastifyRequest, { fields, spelling, missing }: FormFields): FromImageOptions {
  const { schema, toSchemaName: spell } = spelling
  // Programs send the fields that nobody filled in, too.
  const given = [...fields].filter(([, text]) => text !== '')
  const texts = Object.fromEntries(given.map(([name, text]) => [spell(name), text]))
  const form = createFieldCoercer(schema)?.(texts) ?? texts
  const validate = request.compileValidationSchema(schema, 'body')
  const problems = validate(form) ? [] : validationProblems({ validation: validate.errors }, form)
  if (problems.length + missing.length > 0) throw domainError('invalidFields', [...problems, ...missing])
  return knownOptions(form)
}

type Json = FromImageOptions & { readonly image: string }

const fromJson =
  ({ files }: FormDeps, request: FastifyRequest): ReceiveUploadedPicture =>
  async (use) => {
    requireValidBody(request, [])
    // The body fits the schema of its route, which has these fields in one of the two spellings.
    const { image, ...options } = toCamelCase(request.body as object) as Json
    if (image.length > GENERATION_IMAGE_TEXT_MAX) throw domainError('generationTextTooLong')
    const file = await files.put(singleChunk(decodeBase64(image)), { maxBytes: GENERATION_IMAGE_BYTES })
    if (file === undefined) throw domainError('generationImageTooLarge')
    try {
      return await use({ file, options: knownOptions(options) })
    } finally {
      file.release()
    }
  }

/** Both alphabets, white space, with padding or without: what clients send as base64. */
function decodeBase64(text: string): Uint8Array {
  const bare = text.replace(/\s+/g, '')
  const { length } = bare.replace(/(?<!=)=+$/, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(bare) || length % 4 === 1) {
    throw domainError('imageNotBase64')
  }
  return Buffer.from(bare, 'base64')
}

/** The options in the contract's spelling; other keys are nobody's. */
function knownOptions(options: object): FromImageOptions {
  const known = new Set(Object.keys(FromImageOptionsSchema.properties))
  return Object.fromEntries(Object.entries(toCamelCase(options)).filter(([name]) => known.has(name)))
}

const MISSING: ValidationProblem = { loc: ['body', 'image'], msg: 'Field required', type: 'missing' }
const NOT_A_FILE: ValidationProblem = {
  loc: ['body', 'image'],
  msg: 'Input should be a file',
  type: 'value_error',
}
