import type { Client } from '../../client/create-client.js'
import type { SubmitBatch } from '../../contract/batch-requests.js'
import { type Batch, submitBatch } from '../../contract/batches.js'
import { requireLocalServer } from '../documents/document-source.js'
import { usageError } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { type PreparedBatch, uploadFiles } from './prepare-batch.js'
import {
  describeProblem,
  fieldProblems,
  ignoredFieldWarnings,
  limitLines,
  locateRefusal,
} from './problems.js'

/** Throws a usage error for what must not be sent, and warns about what the service would ignore. */
export function validatePreparedBatch(
  { warn }: Pick<Output, 'warn'>,
  batch: PreparedBatch,
  isStrict: boolean,
): void {
  const problems = [...batch.problems, ...fieldProblems(batch, isStrict)]
  if (problems.length > 0) {
    const lines = limitLines(problems.map((problem) => describeProblem(batch, problem)))
    throw usageError([`${batch.file.name} cannot be submitted:`, ...lines].join('\n'))
  }
  for (const line of limitLines(ignoredFieldWarnings(batch))) warn(line)
}

/** Sends the files of a batch where there are any, then the batch. A refusal names items and lines. */
export async function submitPreparedBatch(
  client: Client,
  prepared: PreparedBatch,
  key: string,
): Promise<Batch> {
  if (prepared.files.size > 0) requireLocalServer(client)
  // Whether it is what the contract wants is for the service to say; its answer names every field that is not.
  const body = (await uploadFiles(client, prepared)) as SubmitBatch
  try {
    return await client.call(submitBatch, { body }, { idempotencyKey: key })
  } catch (error) {
    throw locateRefusal(error, prepared)
  }
}
