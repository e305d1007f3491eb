import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { TObject } from 'typebox'
import { inCamelCase } from '../contract/agents.js'
import {
  type FromImageOptions,
  FromImageOptionsSchema,
  PICTURE_BYTES,
  PICTURE_TEXT_MAX,
} from '../contract/generation.js'
import { DomainError } from '../domain/errors.js'
import type { ReceivePicture } from '../domain/generation/create-from-image.js'
import { type FormDeps, readForms, withForm } from './multipart.js'
import { type Problem, validationProblems } from './problems.js'
import { requireSound } from './sound-body.js'
import { createTextReader } from './texts.js'

/** Makes the routes of this plugin take a form or JSON, and nothing else, not even nothing (docs/rest.md, Errors). */
export async function readPictures(app: FastifyInstance): Promise<void> {
  await readForms(app)
  app.addHook('preValidation', async (request, reply) => {
    if (request.headers['content-type'] !== undefined) return
    await reply.code(415).send({ detail: 'Unsupported Media Type' })
  })
}

/** How a route spells the options: their schema, and their names as people send them in that spelling. */
export type Spelling = { readonly schema: TObject; readonly spell: (name: string) => string }

/** The picture of a request, and its options: a form, or JSON with the picture as text. */
export const receivePicture = (
  deps: FormDeps,
  request: FastifyRequest,
  spelling: Spelling,
): ReceivePicture => (request.isMultipart() ? fromForm(deps, request, spelling) : fromJson(deps, request))

const fromForm =
  (deps: FormDeps, request: FastifyRequest, spelling: Spelling): ReceivePicture =>
  (use) => {
    const parts = { image: PICTURE_BYTES }
    return withForm(deps, { request, parts, oversize: 'too_large' }, ({ fields, uploads }) => {
      const image = uploads.get('image')
      const missing = image === undefined ? [fields.has('image') ? NOT_A_FILE : MISSING] : []
      const options = optionsOf(request, { fields, spelling, missing })
      if (image === undefined) throw new DomainError('unprocessable', missing)
      return use({ file: image.file, options })
    })
  }

type Sent = {
  readonly fields: ReadonlyMap<string, string>
  readonly spelling: Spelling
  readonly missing: readonly Problem[]
}

function optionsOf(request: FastifyRequest, { fields, spelling, missing }: Sent): FromImageOptions {
  const { schema, spell } = spelling
  // Programs send the fields that nobody filled in, too.
  const given = [...fields].filter(([, text]) => text !== '')
  const texts = Object.fromEntries(given.map(([name, text]) => [spell(name), text]))
  const form = createTextReader(schema)?.(texts) ?? texts
  const validate = request.compileValidationSchema(schema, 'body')
  const problems = validate(form) ? [] : validationProblems({ validation: validate.errors }, form)
  if (problems.length + missing.length > 0) throw new DomainError('unprocessable', [...problems, ...missing])
  return knownOptions(form)
}

type Json = FromImageOptions & { readonly image: string }

const fromJson =
  ({ files }: FormDeps, request: FastifyRequest): ReceivePicture =>
  async (use) => {
    requireSound(request, [])
    // The body fits the schema of its route, which has these fields in one of the two spellings.
    const { image, ...options } = inCamelCase(request.body as object) as Json
    if (image.length > PICTURE_TEXT_MAX)
      throw new DomainError('too_large', 'The image may have at most 7.5 MB of base64')
    const file = await files.put(once(bytesOf(image)), { maxBytes: PICTURE_BYTES })
    if (file === undefined) throw new DomainError('too_large', 'The image may have at most 10 MB')
    try {
      return await use({ file, options: knownOptions(options) })
    } finally {
      file.release()
    }
  }

/** Both alphabets, white space, with padding or without: what clients send as base64. */
function bytesOf(text: string): Uint8Array {
  const bare = text.replace(/\s+/g, '')
  const { length } = bare.replace(/(?<!=)=+$/, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(bare) || length % 4 === 1) {
    throw new DomainError('invalid', 'The image cannot be decoded: it is not base64')
  }
  return Buffer.from(bare, 'base64')
}

async function* once(bytes: Uint8Array) {
  yield bytes
}

/** The options in the contract's spelling; other keys are nobody's. */
function knownOptions(options: object): FromImageOptions {
  const known = new Set(Object.keys(FromImageOptionsSchema.properties))
  return Object.fromEntries(Object.entries(inCamelCase(options)).filter(([name]) => known.has(name)))
}

const MISSING: Problem = { loc: ['body', 'image'], msg: 'Field required', type: 'missing' }
const NOT_A_FILE: Problem = { loc: ['body', 'image'], msg: 'Input should be a file', type: 'value_error' }
