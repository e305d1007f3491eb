import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import {
  type FromImageOptions,
  FromImageOptionsSchema,
  GENERATION_IMAGE_BYTES,
  GENERATION_IMAGE_TEXT_MAX,
} from '../contract/generation.js'
import { toCamelCase } from '../contract/legacy/agents.js'
import { domainError } from '../domain/errors.js'
import { singleChunk } from '../domain/files/single-chunk.js'
import type { ReceiveUploadedPicture } from '../domain/generation/create-from-image.js'
import { createFieldCoercer } from './coerce-fields.js'
import { acceptForms, type FormDeps, withForm } from './multipart.js'
import { requireValidBody, type ValidationProblem, validationProblems } from './validation-problems.js'

/** Multipart or JSON only; a missing Content-Type is also 415 (docs/rest.md, Errors). */
export async function acceptImageBodies(app: FastifyInstance): Promise<void> {
  await acceptForms(app)
  app.addHook('preValidation', async (request, reply) => {
    if (request.headers['content-type'] !== undefined) return
    await reply.code(415).send({ detail: 'Unsupported Media Type' })
  })
}

/** The naming of a route's options: their schema, and how a sent name is converted to the name in the schema. */
export type FieldNaming = { readonly schema: TObject; readonly toSchemaName: (name: string) => string }

/** Receives the image of a request with its options: from a form, or from JSON with the image in base64. */
export const receiveImage = (
  deps: FormDeps,
  request: FastifyRequest,
  naming: FieldNaming,
): ReceiveUploadedPicture =>
  request.isMultipart() ? fromForm(deps, request, naming) : fromJson(deps, request)

const fromForm =
  (deps: FormDeps, request: FastifyRequest, naming: FieldNaming): ReceiveUploadedPicture =>
  (use) => {
    const parts = { image: GENERATION_IMAGE_BYTES }
    return withForm(
      deps,
      { request, parts, tooLargeError: 'generationFileTooLarge' },
      ({ fields, uploads }) => {
        const image = uploads.get('image')
        const missing = image === undefined ? [fields.has('image') ? NOT_A_FILE : MISSING] : []
        const options = optionsOf(request, { fields, naming, missing })
        if (image === undefined) throw domainError('invalidFields', missing)
        return use({ file: image.file, options })
      },
    )
  }

type FormFields = {
  readonly fields: ReadonlyMap<string, string>
  readonly naming: FieldNaming
  readonly missing: readonly ValidationProblem[]
}

function optionsOf(request: FastifyRequest, { fields, naming, missing }: FormFields): FromImageOptions {
  const { schema, toSchemaName } = naming
  // Empty fields count as absent: programs also send those that were not filled in.
  const filled = [...fields].filter(([, text]) => text !== '')
  const texts = Object.fromEntries(filled.map(([name, text]) => [toSchemaName(name), text]))
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
    // The route's schema has validated these fields, in either camelCase or snake_case.
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

/** Accepts both alphabets, white space and missing padding. */
function decodeBase64(text: string): Uint8Array {
  const compact = text.replace(/\s+/g, '')
  const { length } = compact.replace(/(?<!=)=+$/, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact) || length % 4 === 1) {
    throw domainError('imageNotBase64')
  }
  return Buffer.from(compact, 'base64')
}

/** The known options, in camelCase; other keys are dropped. */
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
