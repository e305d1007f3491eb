import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createFetch } from '../../network/fetch.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { stripUnsafeCharacters } from './printable.js'

type DownloadLink = {
  readonly url: string
  /** Undefined: nobody said. */
  readonly fileSizeBytes?: number
  /** What a failure calls it. */
  readonly what?: 'document' | 'model'
}

/** Far more than any document or model has; what has more would only fill the disk. */
const LINK_BYTES = 2 ** 30

/** The bytes that a link leads to. The link speaks for itself: no credentials go with it, wherever it leads. */
export async function fetchLink(
  { url, fileSizeBytes, what = 'document' }: DownloadLink,
  signal: AbortSignal,
): Promise<Readable> {
  if (!/^https?:\/\//.test(url)) throw failed('The link of the service is no http or https address')
  const response = await createFetch({ maxBytes: LINK_BYTES, redirect: 'follow' })
    .fetch(url, { signal })
    .catch((cause: Error) => {
      throw failed(`${new URL(url).host} does not send the ${what}: ${cause.message}`)
    })
  if (!response.ok || response.body === null) {
    await response.body?.cancel()
    throw failed(`${new URL(url).host} does not send the ${what}: status ${response.status}`)
  }
  return Readable.from(checkedLength(response.body, fileSizeBytes), { objectMode: false })
}

/** Passes the bytes on, and fails when they are not as many as the service said. */
async function* checkedLength(
  bytes: AsyncIterable<Uint8Array>,
  size: number | undefined,
): AsyncGenerator<Uint8Array> {
  let count = 0
  for await (const chunk of bytes) {
    count += chunk.byteLength
    yield chunk
  }
  if (size !== undefined && count !== size)
    throw failed(`The document has ${size} bytes, of which ${count} came`)
}

/** Writes beside the file and then takes its place, so that nobody sees half of it. */
export async function saveAtomically(file: string, bytes: Readable): Promise<void> {
  const partial = join(dirname(file), `.${process.pid}-${Math.round(performance.now())}.part`)
  try {
    await pipeline(bytes, createWriteStream(partial, { flags: 'wx' }))
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error instanceof CommandError ? error : failed(`Cannot write ${file}: ${messageOf(error)}`)
  }
}

/** The document's name as that of a file in this folder: it must not lead elsewhere or hide. */
export function safeFileName(name: string, otherwise: string): string {
  const [last = ''] = stripUnsafeCharacters(name).split(/[/\\]/).slice(-1)
  const plain = last
    .replace(/[:*?"<>|\s]+/g, ' ')
    .trim()
    .replace(/^\.+/, '')
  return plain === '' ? otherwise : plain
}

const failed = (message: string): CommandError =>
  new CommandError({ code: 'download_failed', message, exitCode: EXIT.failed })

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
