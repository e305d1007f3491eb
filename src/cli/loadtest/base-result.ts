import { readFile } from 'node:fs/promises'
import { Value } from 'typebox/value'
import { type Result, ResultSchema } from '../../loadtest/result.js'
import { usageError } from '../errors.js'

/** The result of an earlier run, as `--out` wrote it. Throws a usage error when the file is none. */
export async function readBaseResult(path: string): Promise<Result> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw usageError(`${path} cannot be read: ${error.message}`)
  })
  const value = parse(text)
  if (!Value.Check(ResultSchema, value)) throw usageError(`${path} is no result of a load test (loadtest/1)`)
  return value
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
