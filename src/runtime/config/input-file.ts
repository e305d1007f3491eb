import { constants, createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { BoundedError } from '../../contract/bounded-error.js'
import { isNestedTooDeeply } from '../../contract/json-bounds.js'

/** Why a file that somebody named is not what it should be, to go on from its name: `there is no such file`. */
export class InputFileError extends BoundedError {
  override readonly name = 'InputFileError'
}

/** More than any configuration, world, character or batch; YAML takes some hundred times as much memory. */
export const INPUT_BYTES = 8 * 2 ** 20

/** The bytes of a file, of which no more are read than allowed: it may be a device or a pipe without end. */
export const readInputBytes = (path: string, maxBytes = INPUT_BYTES): Promise<Buffer<ArrayBuffer>> =>
  readBytes(createReadStream(path), maxBytes)

/** The text of a file, without a byte order mark. */
export const readInputFile = async (path: string, maxBytes = INPUT_BYTES): Promise<string> =>
  decodeUtf8(await readInputBytes(path, maxBytes))

/** More than any file that we write for ourselves. */
const GENERATED_FILE_BYTES = 2 ** 20

/**
 * The text of a file that is read because of its place, not because somebody named it: a checkout may have put a pipe
 * there, whose opening would wait for a writer. Rejects unless it is a regular file, of a size that ours have.
 */
export async function readGeneratedFile(path: string): Promise<string> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch((cause: unknown) => {
    throw new InputFileError(describeReadError(cause), { cause })
  })
  try {
    return await readRegular(file)
  } finally {
    await file.close()
  }
}

async function readRegular(file: FileHandle): Promise<string> {
  if (!(await file.stat()).isFile()) throw new InputFileError('it is no regular file')
  return decodeUtf8(await readBytes(file.createReadStream({ autoClose: false }), GENERATED_FILE_BYTES))
}

/** The same of a stream, such as standard input. */
export async function readBytes(
  stream: AsyncIterable<Buffer | string>,
  maxBytes = INPUT_BYTES,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of stream) {
      chunks.push(Buffer.from(chunk))
      bytes += chunk.length
      if (bytes > maxBytes) throw new InputFileError(`it is larger than ${maxBytes / 2 ** 20} MiB`)
    }
  } catch (cause) {
    throw cause instanceof InputFileError ? cause : new InputFileError(describeReadError(cause), { cause })
  }
  return Buffer.concat(chunks)
}

export const decodeUtf8 = (bytes: Buffer): string => bytes.toString('utf8').replace(/^\ufeff/, '')

/** Parses JSON that a person or another program wrote. */
export function parseInputJson(text: string): unknown {
  if (isNestedTooDeeply(text)) throw new InputFileError('it is nested too deeply')
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new InputFileError(`it is not JSON: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
  }
}

/** To go on from the name of the file. */
export function describeReadError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read'
  if (code === 'EISDIR') return 'this is a folder, not a file'
  return 'the file cannot be read'
}
