import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { ErrorObject } from 'ajv'

export type Validate = { (data: unknown): boolean; errors?: ErrorObject[] | null }

/** The validator, made when the first request needs it: making all of them takes longer than the rest of a start. */
export function createLazyValidator(make: () => Validate): Validate {
  let validate: Validate | undefined
  const check: Validate = (data) => {
    validate ??= make()
    const isValid = validate(data)
    check.errors = validate.errors ?? null
    return isValid
  }
  return check
}

/**
 * Fastify's own serialisers, each made when the first answer needs it. What is compiled is kept by its schema: several
 * servers of one process may share a factory, and compile each schema once.
 */
export function createSerializerFactory(): SerializerFactory {
  const factory = SerializerSelector()
  const serializers = new Map<unknown, ReturnType<ReturnType<SerializerFactory>>>()
  return (schemas, options) => {
    const compile = factory(schemas, options)
    return (route) => {
      const known = serializers.get(route.schema)
      if (known !== undefined) return known
      let serialize: ReturnType<typeof compile> | undefined
      const lazy: ReturnType<typeof compile> = (answer) => {
        serialize ??= compile(route)
        return serialize(answer)
      }
      serializers.set(route.schema, lazy)
      return lazy
    }
  }
}
