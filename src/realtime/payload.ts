import { Compile } from 'typebox/compile'
import { type ClientEventName, type ClientEvents, clientEvents } from '../contract/events.js'
import { domainError } from '../domain/errors.js'

/** Reads what a client sent with an event; throws a DomainError of kind `unprocessable` when it is malformed. */
export type ReadPayload = <Name extends ClientEventName>(name: Name, payload: unknown) => ClientEvents[Name]

/** Compiles the payload schemas of all client events. */
export function createPayloadReader(): ReadPayload {
  const validators = new Map(Object.entries(clientEvents).map(([name, schema]) => [name, Compile(schema)]))
  return (name, payload) => {
    const fields = withoutEmptyFields(payload)
    const validator = validators.get(name)
    if (!isPlain(fields) || validator?.Check(fields) !== true) {
      const [first] = validator?.Errors(fields) ?? []
      throw domainError('invalidPayload', { event: name, why: problemOf(first) })
    }
    // The validator has just checked that it is one.
    return fields as ClientEvents[typeof name]
  }
}

/**
 * SDKs write what is absent as nothing, null or "", for payloads and for fields alike
 * (docs/wire-protocol.md, Transport).
 */
export function withoutEmptyFields(payload: unknown, depth = 0): unknown {
  if (depth === 0 && isEmpty(payload)) return {}
  // Payloads are two levels deep at most; a hostile one may be deeper than the stack.
  if (!isPlain(payload) || depth > 1) return payload
  return Object.fromEntries(
    Object.entries(payload)
      .filter(([, value]) => !isEmpty(value))
      .map(([name, value]) => [name, withoutEmptyFields(value, depth + 1)]),
  )
}

const problemOf = (problem?: { instancePath: string; message: string }) =>
  problem === undefined ? 'must be an object' : `${problem.instancePath} ${problem.message}`.trim()

/** Neither an array nor bytes. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

const isEmpty = (value: unknown) => value === undefined || value === null || value === ''
