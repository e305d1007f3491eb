import multipart, { type MultipartFile, type MultipartValue } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { JSON_BODY_BYTES } from '../contract/limits.js'
import { DomainError, domainError } from '../domain/errors.js'
import type { FileStore, ReceiveUpload, Upload } from '../domain/files/ports.js'

/** The names of the file parts that a form may have, each with the bytes that its file may. */
export type FileParts = Readonly<Record<string, number>>

export type Form = {
  /** The text fields; of a name that is there twice the last one counts. */
  readonly fields: ReadonlyMap<string, string>
  /** By the name of the part. */
  readonly uploads: ReadonlyMap<string, Upload>
}

export type FormDeps = { readonly files: Pick<FileStore, 'put'> }

const LIMITS = {
  parts: 200,
  fieldNameSize: 100,
  fieldSize: JSON_BODY_BYTES,
  headerPairs: 50,
  fileSize: Infinity,
}

/** Lets the routes of this plugin read forms, beside what they read already. The bytes wait until they are asked for. */
export const acceptForms = async (app: FastifyInstance): Promise<void> => {
  await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: false })
}

/** Makes the routes of this plugin take forms only: what else is sent stays unread, for the route to refuse. */
export const acceptFormsOnly = async (app: FastifyInstance): Promise<void> => {
  app.removeAllContentTypeParsers()
  await acceptForms(app)
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
}

/** The one file of a form that has to be in the part of this name, and may have so many bytes. */
export const receiveSingleFile =
  (
    deps: FormDeps,
    request: FastifyRequest,
    { part, maxBytes }: { part: string; maxBytes: number },
  ): ReceiveUpload =>
  (use) =>
    withForm(deps, { request, parts: { [part]: maxBytes } }, ({ uploads }) => {
      const upload = uploads.get(part)
      if (upload === undefined) throw invalidFormError(`The file part "${part}" is missing`)
      return use(upload)
    })

type TooLargeError = 'fileTooLarge' | 'generationFileTooLarge'

type FormOptions = {
  readonly request: FastifyRequest
  readonly parts: FileParts
  /** How a file is refused that is too large. */
  readonly tooLargeError?: TooLargeError
}

/**
 * Reads a form whole before it is used: files to disk as they come, never into memory. Rejects with `invalid` when it
 * breaks off, has another file part than these, one twice, or one that is too large; then nothing of it is kept.
 */
export async function withForm<T>(
  deps: FormDeps,
  { request, parts, tooLargeError = 'fileTooLarge' }: FormOptions,
  use: (form: Form) => Promise<T>,
): Promise<T> {
  if (request.isMultipart?.() !== true) throw invalidFormError('Send multipart/form-data')
  const form = { fields: new Map<string, string>(), uploads: new Map<string, Upload>() }
  try {
    for await (const part of rejectBrokenForm(request.parts())) {
      if (part.type === 'file') await storeFilePart(deps, { form, part, parts, tooLargeError })
      else addField(form, part)
    }
    return await use(form)
  } finally {
    discardUnreadBody(request)
    for (const { file } of form.uploads.values()) file.release()
  }
}

type FilePartContext = {
  readonly form: { uploads: Map<string, Upload> }
  readonly part: MultipartFile
  readonly parts: FileParts
  readonly tooLargeError: TooLargeError
}

async function storeFilePart(
  { files }: FormDeps,
  { form, part, parts, tooLargeError }: FilePartContext,
): Promise<void> {
  const { fieldname, filename = '' } = part
  const maxBytes = parts[fieldname]
  if (maxBytes === undefined) {
    throw invalidFormError(`The form may have files in these parts only: ${Object.keys(parts).join(', ')}`)
  }
  if (form.uploads.has(fieldname))
    throw invalidFormError(`The form may have one file part "${fieldname}" only`)

  const file = await files.put(rejectBrokenForm(part.file), { maxBytes })
  if (file === undefined) {
    throw domainError(tooLargeError, maxBytes)
  }
  // What a browser sends for a field that nobody put a file in.
  if (filename === '' && file.size === 0) return file.release()
  form.uploads.set(fieldname, { file, filename })
}

function addField({ fields }: { fields: Map<string, string> }, { value, ...part }: MultipartValue): void {
  // The parser's type does not say so, but a part may come without a name.
  const fieldname: string | undefined = part.fieldname
  if (fieldname === undefined) return
  fields.set(fieldname, String(value))
  const size = [...fields.values()].reduce((sum, text) => sum + text.length, 0)
  if (part.valueTruncated || size > JSON_BODY_BYTES)
    throw invalidFormError('The text fields of the form are too long')
}

/** What the parser says of a form that breaks off or is none is the client's failure, and no bug of ours. */
async function* rejectBrokenForm<T>(parsed: AsyncIterable<T>): AsyncGenerator<T> {
  const items = parsed[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await items.next()
      if (done === true) return
      yield value
    }
  } catch (cause) {
    throw cause instanceof DomainError
      ? cause
      : invalidFormError('The form breaks off or is malformed', { cause })
  } finally {
    await items.return?.()
  }
}

/** The rest of a form that was refused half-way has to go somewhere, or its sender never gets to the answer. */
function discardUnreadBody({ raw }: FastifyRequest): void {
  if (raw.readableEnded || raw.destroyed) return
  raw.unpipe()
  raw.resume()
}

const invalidFormError = (detail: string, options: ErrorOptions = {}) =>
  domainError('invalidForm', detail, options)
