import { usageError } from '../errors/command-error.js'
import { inputName, parseYamlInput, readInput } from './read-input.js'

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
