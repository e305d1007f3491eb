import { readFile } from 'node:fs/promises'
import { usageError } from './errors.js'
import { readStandardInput } from './standard-input.js'

/** What a configuration file holds. YAML is read as such, and JSON is YAML. */
export async function readConfigFile(file: string): Promise<Record<string, unknown>> {
  const name = file === '-' ? 'standard input' : file
  const content = file === '-' ? await readStandardInput() : await readFile(file, 'utf8').catch(() => null)
  if (content === null) throw usageError(`Cannot read the file ${file}`)

  const { parse } = await import('yaml')
  const value = parseWith(parse, content, name)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw usageError(
      `${name} does not hold an object`,
      'See the fields of a character in the API document, /docs.',
    )
  }
  return { ...value }
}

function parseWith(parse: (text: string) => unknown, content: string, name: string): unknown {
  try {
    return parse(content)
  } catch (error) {
    // The parser's first line says what and where; a picture of the place follows.
    const [why] = String(error instanceof Error ? error.message : error).split(/:?\n/)
    throw usageError(`${name} is neither YAML nor JSON: ${why}`)
  }
}
