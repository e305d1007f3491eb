import { Ajv } from 'ajv'
import { MESSAGE_MAX } from '../../src/contract/bounded-error.js'
import { serverEvents } from '../../src/contract/events.js'
import type { Operation } from '../../src/contract/operation.js'
import { TurnRecordSchema } from '../../src/contract/turns.js'
import { namedSchemas } from '../../src/http/named-schemas.js'
import { parsedJson, type RawResponse } from './raw-request.js'

/** Whether answers and events are what the contract says. */
export function createContractCheck() {
  const ajv = new Ajv({ strict: false, allErrors: false })
  for (const schema of namedSchemas()) ajv.addSchema(schema, `${schema.$id}#`)
  const check = (schema: object, value: unknown): string | undefined =>
    ajv.validate(schema, value) ? undefined : ajv.errorsText()

  return {
    answer: ({ method, schema: { response } }: Operation, answer: RawResponse): string[] => {
      const { status } = answer
      const schema = response[status]
      if (status >= 500 && schema === undefined) return [`answers ${status}: ${answer.text.slice(0, 200)}`]
      if (status >= 400) return errorProblems(answer)
      if (schema === undefined) return [`answers ${status}, which the contract does not know for ${method}`]
      if (status === 204) return answer.text === '' ? [] : ['answers 204 with a body']
      if (answer.headers['content-type'] === 'application/x-ndjson') return streamProblems(answer, check)
      const wrong = check(schema, answer.json)
      return wrong === undefined ? [] : [`${status} does not fit the contract: ${wrong}`]
    },
    event: (name: string, payload: unknown): string[] => {
      const schema = (serverEvents as Readonly<Record<string, object>>)[name]
      if (schema === undefined) return [`sends the event ${name}, which the contract does not know`]
      const wrong = check(schema, payload)
      return [
        ...(wrong === undefined ? [] : [`the event ${name} does not fit the contract: ${wrong}`]),
        ...(name.includes('error') ? lengthProblems(`the event ${name}`, payload) : []),
      ]
    },
  }
}

type Check = (schema: object, value: unknown) => string | undefined

/** Each line is a record, and only the last one ends the turn. */
function streamProblems({ text }: RawResponse, check: Check): string[] {
  if (!text.endsWith('\n')) return [`a streamed turn ends within a line: ${text.slice(-200)}`]
  const records = text
    .slice(0, -1)
    .split('\n')
    .map((line) => parsedJson(line))
  const wrong = records
    .map((record) => check(TurnRecordSchema, record))
    .filter((problem) => problem !== undefined)
  const isLast = records.map((record) => (record as { type?: unknown } | undefined)?.type !== 'text_delta')
  return [
    ...wrong.map((problem) => `a line of a streamed turn does not fit the contract: ${problem}`),
    ...(isLast.indexOf(true) === records.length - 1
      ? []
      : ['a streamed turn does not end with its one last record']),
  ]
}

/** No text of a refusal repeats all that was sent. */
function lengthProblems(what: string, value: unknown): string[] {
  if (typeof value === 'string') {
    return value.length > MESSAGE_MAX ? [`${what} holds a text of ${value.length} characters`] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap((entry) => entry.flatMap((part) => lengthProblems(what, part)))
}

/** A thousand problems of a body, each with its place. */
const REFUSAL_CHARACTERS = 2 ** 18

/** A sentence, an object or a list in `detail`, of limited length, and nothing of the insides. */
export function errorProblems({ status, json, text }: RawResponse): string[] {
  const { detail } = (json ?? {}) as { detail?: unknown }
  const isFitting = typeof detail === 'string' || (typeof detail === 'object' && detail !== null)
  return [
    ...(isFitting ? [] : [`${status} without the error envelope: ${text.slice(0, 200)}`]),
    ...(/\n\s{4}at |node_modules|\.ts:\d|\.js:\d/.test(text) ? [`${status} shows a stack`] : []),
    ...(text.length > REFUSAL_CHARACTERS ? [`${status} in ${text.length} characters`] : []),
    ...lengthProblems(String(status), detail),
  ]
}
