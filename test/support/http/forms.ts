import type { FastifyInstance } from 'fastify'

export type Part = {
  readonly name?: string
  /** Absent: a text field. */
  readonly filename?: string
  readonly type?: string
  readonly content: string | Uint8Array
}

const BOUNDARY = 'parley-form-boundary'
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`

const END = Buffer.from(`--${BOUNDARY}--\r\n`)

/** The bytes of a form as they travel, without the escaping that a library would insist on. */
export const formBytes = (parts: readonly Part[]): Buffer => Buffer.concat([...parts.map(partBytes), END])

function partBytes({ name, filename, type, content }: Part): Buffer {
  const disposition = [
    'form-data',
    ...(name === undefined ? [] : [`name="${name}"`]),
    ...(filename === undefined ? [] : [`filename="${filename}"`]),
  ].join('; ')
  const head = [
    `--${BOUNDARY}`,
    `Content-Disposition: ${disposition}`,
    ...(type ? [`Content-Type: ${type}`] : []),
  ]
  return Buffer.concat([
    Buffer.from(`${head.join('\r\n')}\r\n\r\n`),
    Buffer.from(content as string),
    Buffer.from('\r\n'),
  ])
}

type Sending = {
  readonly app: FastifyInstance
  readonly key: string | null
  readonly method?: 'PUT' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a form, or any bytes said to be one. */
export async function sendForm(
  { app, key, method = 'PUT', headers }: Sending,
  url: string,
  form: readonly Part[] | Buffer,
) {
  const answer = await app.inject({
    method,
    url,
    headers: { ...(key === null ? {} : { 'x-api-key': key }), 'content-type': FORM_TYPE, ...headers },
    payload: Buffer.isBuffer(form) ? form : formBytes(form),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() as unknown }
}

/** A form as clients make it, with one file. */
export function formWith(part: string, filename: string, content: Buffer<ArrayBuffer>): FormData {
  const form = new FormData()
  form.append(part, new Blob([content]), filename)
  return form
}

/** The smallest PNG that is a picture. */
export const onePixel = () =>
  Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
