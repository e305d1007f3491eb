import { usageError } from '../../errors/command-error.js'
import { readYamlObject } from '../../input/read-input.js'

export type RetryHeaders = Record<string, Record<string, string>>

/** Headers of private documents from a file: for each address, without its query, the names and values. */
export async function readRetryHeaders(file: string): Promise<RetryHeaders> {
  const entries = Object.entries(await readYamlObject(file))
  return Object.fromEntries(
    entries.map(([url, headers]) => {
      if (!isTexts(headers)) throw usageError(`${file}: ${url} is not followed by names and texts`)
      return [url, headers]
    }),
  )
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((text) => typeof text === 'string')
