import { Value } from 'typebox/value'
import { type LoadTestResult, LoadTestResultSchema } from '../../loadtest/results/result.js'
import { parseInputJson, readInputFile } from '../../runtime/config/input-file.js'
import { usageError } from '../errors/command-error.js'

/** A result holds figures for every second of a run. */
const RESULT_BYTES = 64 * 2 ** 20

/** Reads a result, as `--out` wrote it. Throws a usage error when the file cannot be read, or is none. */
export async function readResult(path: string): Promise<LoadTestResult> {
  const value = await readResultJson(path)
  if (!Value.Check(LoadTestResultSchema, value)) throw noResultError(path)
  return value
}

/** The JSON of a file; undefined when it holds none. Throws a usage error when it cannot be read. */
export async function readResultJson(path: string): Promise<unknown> {
  const text = await readInputFile(path, RESULT_BYTES).catch((error: Error) => {
    throw usageError(`${path} cannot be read: ${error.message}`)
  })
  try {
    return parseInputJson(text)
  } catch {
    return undefined
  }
}

export const noResultError = (path: string) => usageError(`${path} is no result of a load test (loadtest/1)`)
