import { randomBytes } from 'node:crypto'

export type RequestBody = {
  /** The default `content-type` of the request. */
  readonly type: string | null
  /** Undefined: not known in advance. */
  readonly length: number | undefined
  /** Opens the bytes; called again when a redirect is followed. */
  readonly open: () => Uint8Array | AsyncIterable<Uint8Array>
  /** Whether `open` may be called more than once. */
  readonly isRepeatable: boolean
}

/** Converts the `body` option of `fetch` (Fetch standard, "extract a body"). */
export function toRequestBody(body: unknown): RequestBody | undefined {
  if (body === undefined || body === null) return undefined
  if (typeof body === 'string') return bytesBody(Buffer.from(body), 'text/plain;charset=UTF-8')
  if (body instanceof URLSearchParams) {
    return bytesBody(Buffer.from(String(body)), 'application/x-www-form-urlencoded;charset=UTF-8')
  }
  if (body instanceof ArrayBuffer) return bytesBody(new Uint8Array(body), null)
  if (ArrayBuffer.isView(body)) {
    return bytesBody(new Uint8Array(body.buffer, body.byteOffset, body.byteLength), null)
  }
  if (body instanceof Blob) {
    return { type: body.type || null, length: body.size, open: () => bytesOf(body), isRepeatable: true }
  }
  if (body instanceof FormData) return formBody(body)
  if (typeof body === 'object' && Symbol.asyncIterator in body) {
    // By the standard a stream of bytes; anything else fails when it is written.
    const open = () => body as AsyncIterable<Uint8Array>
    return { type: null, length: undefined, open, isRepeatable: false }
  }
  throw new TypeError('This cannot be the body of a request')
}

const bytesBody = (bytes: Uint8Array, type: string | null): RequestBody => ({
  type,
  length: bytes.length,
  open: () => bytes,
  isRepeatable: true,
})

/** Files of a form are streamed, so that a large upload never has to fit into memory. */
function formBody(form: FormData): RequestBody {
  const boundary = `----parley${randomBytes(12).toString('hex')}`
  const parts: (Uint8Array | Blob)[] = []
  for (const [name, value] of form) {
    const disposition = `--${boundary}\r\nContent-Disposition: form-data; name="${escaped(name)}"`
    if (typeof value === 'string') {
      parts.push(Buffer.from(`${disposition}\r\n\r\n${value.replace(/\r\n|\r|\n/g, '\r\n')}\r\n`))
    } else {
      const type = value.type || 'application/octet-stream'
      const head = `${disposition}; filename="${escaped(value.name)}"\r\nContent-Type: ${type}\r\n\r\n`
      parts.push(Buffer.from(head), value, Buffer.from('\r\n'))
    }
  }
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length: parts.reduce((sum, part) => sum + (part instanceof Blob ? part.size : part.length), 0),
    open: () => concatenate(parts),
    isRepeatable: true,
  }
}

/** Escapes a name like browsers do (HTML standard, "multipart form data"). */
const escaped = (name: string): string => name.replace(/\r\n|\r|\n/g, '%0D%0A').replaceAll('"', '%22')

async function* concatenate(parts: readonly (Uint8Array | Blob)[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    if (part instanceof Blob) yield* bytesOf(part)
    else yield part
  }
}

async function* bytesOf(blob: Blob): AsyncGenerator<Uint8Array> {
  const reader = blob.stream().getReader()
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
}
