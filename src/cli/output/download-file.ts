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
  /** Undefined: unknown. */
  readonly fileSizeBytes?: number
  /** The noun in error messages. */
  readonly what?: 'document' | 'model' | 'picture'
}

/** Far more than any document or model; protects the disk. */
const MAX_DOWNLOAD_BYTES = 2 ** 30

/** Downloads a signed link. No credentials are sent: the link may lead to another host. */
export async function fetchLink(
  { url, fileSizeBytes, what = 'document' }: DownloadLink,
  signal: AbortSignal,
): Promise<Readable> {
  if (!/^https?:\/\//.test(url))
    throw failed('The download link of the service is not an http or https address')
  const response = await createFetch({ maxBytes: MAX_DOWNLOAD_BYTES, redirect: 'follow' })
    .fetch(url, { signal })
    .catch((cause: Error) => {
      throw failed(`${new URL(url).host} did not send the ${what}: ${cause.message}`)
    })
  if (!response.ok || response.body === null) {
    await response.body?.cancel()
    throw failed(`${new URL(url).host} did not send the ${what}: status ${response.status}`)
  }
  return Readable.from(checkedLength(response.body, fileSizeBytes), { objectMode: false })
}

/** Passes the bytes on, and fails at the end if their count differs from the announced size. */
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
    throw failed(`The download is incomplete or damaged: ${count} of ${size} bytes`)
}

/** Writes to a temporary file and renames it, so that a partial file is never visible. */
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

/** Turns a name from the service into a file name: no path, no leading dot, no special characters. */
export function safeFileName(name: string, fallback: string): string {
  const [last = ''] = stripUnsafeCharacters(name).split(/[/\\]/).slice(-1)
  const plain = last
    .replace(/[:*?"<>|\s]+/g, ' ')
    .trim()
    .replace(/^\.+/, '')
  return plain === '' ? fallback : plain
}

const failed = (message: string): CommandError =>
  new CommandError({ code: 'download_failed', message, exitCode: EXIT.failed })

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
