import type { Client } from '../client/create-client.js'
import type { Operation } from '../contract/operation.js'
import { CommandError, EXIT } from './errors/command-error.js'

type Answer = { readonly operation: Operation; readonly value: unknown }

export type Answers = {
  /** The same client, whose answers are remembered. */
  watch(client: Client): Client
  /** What to tell of an error: of one that only a defect explains, which answer broke the contract, if one did. */
  explain(error: Error): Promise<Error>
}

/** More than a command needs for one line of output. */
const REMEMBERED = 8

/**
 * Answers are used as what the contract says that they are, so that a field which is new or missing where nobody looks
 * harms nothing. Only when a command fails on one is it compared with the contract: a hosted service may be of another
 * version, or be no such service at all, and neither is a defect of this program.
 */
export function rememberAnswers(): Answers {
  const recent: { readonly answer: Answer; readonly baseUrl: string }[] = []
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
    watch,
    explain: async (error) => {
      if (!isDefect(error)) return error
      for (const { answer, baseUrl } of recent) {
        const where = await whereWrong(answer)
        if (where !== null) return wrongAnswer(baseUrl, answer, where)
      }
      return error
    },
  }
}

/** What the engine throws when a value is not what the code takes it for. */
const isDefect = (error: Error): boolean =>
  ['TypeError', 'RangeError'].includes(error.name) && !('code' in error)

/** The path of what the contract does not allow; null when it allows all. */
async function whereWrong({ operation, value }: Answer): Promise<string | null> {
  const [{ Value }, contract] = await Promise.all([import('typebox/value'), import('../contract/index.js')])
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

const wrongAnswer = (baseUrl: string, { operation: { method, url } }: Answer, where: string): CommandError =>
  new CommandError({
    code: 'invalid_answer',
    message: `What answers at ${baseUrl} is not the service: its answer to ${method} ${url} is not as the contract says (${where})`,
    exitCode: EXIT.failed,
  })
