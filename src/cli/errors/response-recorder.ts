import type { Client } from '../../client/create-client.js'
import type { Operation } from '../../contract/operation.js'
import { CommandError, EXIT } from './command-error.js'

type RecordedResponse = { readonly operation: Operation; readonly value: unknown }

export type ResponseRecorder = {
  /** Wraps a client so that its latest responses are recorded. */
  record(client: Client): Client
  /** Replaces a TypeError or RangeError by the contract violation that caused it, if a recorded response has one. */
  explainError(error: Error): Promise<Error>
}

/** More responses than any command needs for one line of output. */
const MAX_RECORDED = 8

/**
 * Responses are not validated when they arrive, so that a field that is new, or missing but unused, does no harm. Only
 * when a command fails are they compared with the contract: the service may be of another version, or no such service at
 * all, and neither is a defect of this program.
 */
export function createResponseRecorder(): ResponseRecorder {
  const recent: { readonly response: RecordedResponse; readonly baseUrl: string }[] = []
  const record = (client: Client): Client => ({
    ...client,
    call: async (operation, input, options) => {
      const value = await client.call(operation, input, options)
      recent.unshift({ response: { operation, value }, baseUrl: client.baseUrl })
      recent.splice(MAX_RECORDED)
      return value
    },
  })
  return {
    record,
    explainError: async (error) => {
      if (!isProgrammingError(error)) return error
      for (const { response, baseUrl } of recent) {
        const where = await contractViolation(response)
        if (where !== null) return contractViolationError(baseUrl, response, where)
      }
      return error
    },
  }
}

/** What the engine throws when a value is not of the type that the code expects. Errors of Node have a code. */
const isProgrammingError = (error: Error): boolean =>
  ['TypeError', 'RangeError'].includes(error.name) && !('code' in error)

/** The path of the first value that violates the contract; null when none does. */
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
    message: `The server at ${baseUrl} is not the service: its response to ${method} ${url} violates the contract (${where})`,
    exitCode: EXIT.failed,
  })
