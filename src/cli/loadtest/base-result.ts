import { Value } from 'typebox/value'
import { type Result, ResultSchema } from '../../loadtest/result.js'
import { parseInputJson, readInputFile } from '../../runtime/input-file.js'
import { usageError } from '../errors.js'

/** A result holds its figures for every second of a run. */
const RESULT_BYTES = 64 * 2 ** 20

/** The result of an earlier run, as `--out` wrote it. Throws a usage error when the file is none. */
export async function readBaseResult(path: string): Promise<Result> {
  const text = await readInputFile(path, RESULT_BYTES).catch((error: Error) => {
    throw usageError(`${path} cannot be read: ${error.message}`)
  })
  const value = parse(text)
  if (!Value.Check(ResultSchema, value)) throw usageError(`${path} is no result of a load test (loadtest/1)`)
  return value
}

function parse(text: string): unknown {
  try {
    return parseInputJson(text)
  } catch {
    return undefined
  }
}
