import type { Client } from '../../client/create-client.js'
import type { Operation } from '../../contract/operation.js'
import { CommandError, EXIT } from './command-error.js'

type RecordedResponse = { readonly operation: Operation; readonly value: unknown }

export type ResponseRecorder = {
  /** The same client, whose answers are remembered. */
  record(client: Client): Client
  /** What to tell of an error: of one that only a defect explains, which answer broke the contract, if one did. */
  explainError(error: Error): Promise<Error>
}

/** More than a command needs for one line of output. */
const REMEMBERED = 8

/**
 * Answers are used as what the contract says that they are, so that a field which is new or missing where nobody looks
 * harms nothing. Only when a command fails on one is it compared with the contract: a hosted service may be of another
 * version, or be no such service at all, and neither is a defect of this program.
 */
export function createResponseRecorder(): ResponseRecorder {
  const recent: { readonly answer: RecordedResponse; readonly baseUrl: string }[] = []
  const watch = (client: Client): Client => ({
    ...client,
    call: async (operation, input, options) => {
      const value = await client.call(operation, input, options)
      recent.unshift({ answer: { operation, value }, baseUrl: client.baseUrl })
      recent.splice(REMEMBERED)
      return value
    },
  })
  return {
    record: watch,
    explainError: async (error) => {
      if (!isProgrammingError(error)) return error
      for (const { answer, baseUrl } of recent) {
        const where = await contractViolation(answer)
        if (where !== null) return contractViolationError(baseUrl, answer, where)
      }
      return error
    },
  }
}

/** What the engine throws when a value is not what the code takes it for. */
const isProgrammingError = (error: Error): boolean =>
  ['TypeError', 'RangeError'].includes(error.name) && !('code' in error)

/** The path of what the contract does not allow; null when it allows all. */
async function contractViolation({ operation, value }: RecordedResponse): Promise<string | null> {
  const [{ Value }, contract] = await Promise.all([
    import('typebox/value'),
    import('../../contract/index.js'),
  ])
  const named = Object.fromEntries(
    Object.values(contract).flatMap((one) => (isNamed(one) ? [[`${one.$id}#`, one]] : [])),
  )
  const schemas = Object.entries(operation.schema.response).filter(([status]) => status.startsWith('2'))
  const problems = schemas.map(([, schema]) => Value.Errors(named, schema, value)[0])
  if (problems.length === 0 || problems.includes(undefined)) return null
  return problems[0]?.instancePath || '/'
}

const isNamed = (value: unknown): value is { readonly $id: string } =>
  typeof value === 'object' && value !== null && '$id' in value && typeof value.$id === 'string'

const contractViolationError = (
  baseUrl: string,
  { operation: { method, url } }: RecordedResponse,
  where: string,
): CommandError =>
  new CommandError({
    code: 'invalid_answer',
    message: `What answers at ${baseUrl} is not the service: its answer to ${method} ${url} is not as the contract says (${where})`,
    exitCode: EXIT.failed,
  })
