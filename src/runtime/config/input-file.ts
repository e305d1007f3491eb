import { constants, createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { BoundedError } from '../../contract/bounded-error.js'
import { isNestedTooDeeply } from '../../contract/json-bounds.js'

/** Why an input file cannot be used, as the end of a sentence that begins with its name: `there is no such file`. */
export class InputFileError extends BoundedError {
  override readonly name = 'InputFileError'
}

/** More than any configuration, world, character or batch needs. Parsed YAML takes some hundred times as much memory. */
export const INPUT_BYTES = 8 * 2 ** 20

/** Reads a file up to a limit: it may be a device or a pipe that never ends. */
export const readInputBytes = (path: string, maxBytes = INPUT_BYTES): Promise<Buffer<ArrayBuffer>> =>
  readBytes(createReadStream(path), maxBytes)

/** Reads the text of a file, without a byte order mark. */
export const readInputFile = async (path: string, maxBytes = INPUT_BYTES): Promise<string> =>
  decodeUtf8(await readInputBytes(path, maxBytes))

/** More than any file that parley generates. */
const GENERATED_FILE_BYTES = 2 ** 20

/**
 * Reads the text of a file at a fixed place, such as `server.json`. A repository could have put a pipe there, which would
 * block until somebody writes to it, so this rejects anything but a regular file of a plausible size.
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
  if (!(await file.stat()).isFile()) throw new InputFileError('it is not a regular file')
  return decodeUtf8(await readBytes(file.createReadStream({ autoClose: false }), GENERATED_FILE_BYTES))
}

/** Reads a stream, such as standard input, up to a limit. */
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

/** Parses JSON from outside, which may be malformed or deeply nested. */
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

/** Describes the error as the end of a sentence that begins with the name of the file. */
export function describeReadError(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EACCES' || code === 'EPERM') return 'the file may not be read'
  if (code === 'EISDIR') return 'this is a folder, not a file'
  return 'the file cannot be read'
}
