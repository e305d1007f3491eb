import { type SerializerFactory, SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { ErrorObject } from 'ajv'

export type Validate = { (data: unknown): boolean; errors?: ErrorObject[] | null }

/** A validator that is compiled on first use: compiling all of them takes longer than the rest of a start. */
export function createLazyValidator(compile: () => Validate): Validate {
  let validate: Validate | undefined
  const check: Validate = (data) => {
    validate ??= compile()
    const isValid = validate(data)
    check.errors = validate.errors ?? null
    return isValid
  }
  return check
}

/**
 * Fastify's serialisers, each compiled on first use and cached by its schema, so that several servers of one process can
 * share a factory.
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
