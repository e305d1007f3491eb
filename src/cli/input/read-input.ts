import {
  decodeUtf8,
  INPUT_BYTES,
  InputFileError,
  parseInputJson,
  readBytes,
  readInputFile,
} from '../../runtime/config/input-file.js'
import { type InputYaml, parseInputYaml } from '../../runtime/config/input-yaml.js'
import { inputNeededError, usageError } from '../errors/command-error.js'

/** The name of an input file in messages. */
export const inputName = (file: string): string => (file === '-' ? 'standard input' : file)

/** Reads a text file, or standard input for `-`. Throws a usage error. */
export const readInput = (file: string): Promise<string> =>
  orUsageError(
    () => (file === '-' ? readStandardInput() : readInputFile(file)),
    `Cannot read the file ${inputName(file)}`,
  )

export const parseYamlInput = (text: string, name: string): Promise<InputYaml> =>
  orUsageError(() => parseInputYaml(text), name)

export const parseJsonInput = (text: string, name: string): Promise<unknown> =>
  orUsageError(async () => parseInputJson(text), name)

/** The message of an InputFileError starts with `it is`, `its` or the like, so its subject is put before it. */
async function orUsageError<T>(read: () => Promise<T>, about: string): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof InputFileError) throw usageError(`${about}: ${error.message}`)
    throw error
  }
}

/** Reads all of standard input. Throws at a terminal, where a user would not notice that input is expected. */
export async function readStandardInput(): Promise<string> {
  requirePipe()
  return decodeUtf8(await readBytes(process.stdin, INPUT_BYTES))
}

/** More than the largest image or document that the service accepts. */
const MAX_INPUT_BYTES = 64 * 2 ** 20

/** Reads all of standard input as bytes. */
export async function readStandardInputBytes(): Promise<Buffer<ArrayBuffer>> {
  requirePipe()
  return readBytes(process.stdin, MAX_INPUT_BYTES)
}

function requirePipe(): void {
  if (!process.stdin.isTTY) return
  throw inputNeededError('Standard input is a terminal.', 'Pipe the text in, or name a file.')
}

/** Reads an object from a YAML or JSON file. Throws a usage error. */
export async function readYamlObject(file: string): Promise<Record<string, unknown>> {
  const name = inputName(file)
  const { value } = await parseYamlInput(await readInput(file), name)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageError(
      `${name} does not contain an object`,
      'See the fields of a character in the API document, /docs.',
    )
  }
  return { ...value }
}
