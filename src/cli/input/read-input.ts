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

/** What messages call the file that a flag names. */
export const inputName = (file: string): string => (file === '-' ? 'standard input' : file)

/** The text of a file that somebody named, or of standard input for `-`. Throws a usage error. */
export const readInput = (file: string): Promise<string> =>
  orUsageError(
    () => (file === '-' ? readStandardInput() : readInputFile(file)),
    `Cannot read the file ${inputName(file)}`,
  )

export const parseYamlInput = (text: string, name: string): Promise<InputYaml> =>
  orUsageError(() => parseInputYaml(text), name)

export const parseJsonInput = (text: string, name: string): Promise<unknown> =>
  orUsageError(async () => parseInputJson(text), name)

/** A reader's reason begins with `it is`, `its` or the like; what it is about goes before. */
async function orUsageError<T>(read: () => Promise<T>, about: string): Promise<T> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof InputFileError) throw usageError(`${about}: ${error.message}`)
    throw error
  }
}

/** All of standard input. At a terminal nobody would know that something is expected. */
export async function readStandardInput(): Promise<string> {
  requirePipe()
  return decodeUtf8(await readBytes(process.stdin, INPUT_BYTES))
}

/** More than any picture or document that the service takes. */
const BYTES_MAX = 64 * 2 ** 20

/** The same, as it came. */
export async function readStandardInputBytes(): Promise<Buffer<ArrayBuffer>> {
  requirePipe()
  return readBytes(process.stdin, BYTES_MAX)
}

function requirePipe(): void {
  if (!process.stdin.isTTY) return
  throw inputNeededError('Standard input is a terminal.', 'Pipe the text in, or name a file.')
}

/** What a configuration file holds. YAML is read as such, and JSON is YAML. */
export async function readYamlObject(file: string): Promise<Record<string, unknown>> {
  const name = inputName(file)
  const { value } = await parseYamlInput(await readInput(file), name)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageError(
      `${name} does not hold an object`,
      'See the fields of a character in the API document, /docs.',
    )
  }
  return { ...value }
}
