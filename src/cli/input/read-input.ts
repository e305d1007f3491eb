import { InputFileError, parseInputJson, readInputFile } from '../../runtime/config/input-file.js'
import { type InputYaml, parseInputYaml } from '../../runtime/config/input-yaml.js'
import { usageError } from '../errors/command-error.js'
import { readStandardInput } from './standard-input.js'

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
