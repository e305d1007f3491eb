import type { Static, TObject, TProperties, TSchema } from 'typebox'

/** The fields of a schema that have a default, at it. */
export function defaultsOf<S extends TSchema & { readonly properties: TProperties }>(
  schema: S,
): Partial<Static<S>> {
  const defaults = Object.entries(schema.properties).flatMap(([name, property]) =>
    'default' in property ? [[name, property.default]] : [],
  )
  // By name, from the schema that the type is derived from.
  return Object.fromEntries(defaults) as Partial<Static<S>>
}

/** What was given, and the schema's default for each of `names` that was not. */
export function withDefaults<S extends TObject, K extends string & keyof Static<S>>(
  schema: S,
  given: Static<S>,
  names: readonly K[],
): Static<S> & Required<Pick<Static<S>, K>> {
  const defaults = defaultsOf(schema)
  const filled = Object.fromEntries(names.map((name) => [name, defaults[name]]))
  // The cast says what the line above has done: every one of `names` is there.
  return { ...filled, ...given } as Static<S> & Required<Pick<Static<S>, K>>
}
