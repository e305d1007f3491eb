import type { Static, TObject, TProperties, TSchema } from 'typebox'

/** The default values of a schema's fields, for those fields that have one. */
export function defaultsOf<S extends TSchema & { readonly properties: TProperties }>(
  schema: S,
): Partial<Static<S>> {
  const defaults = Object.entries(schema.properties).flatMap(([name, property]) =>
    'default' in property ? [[name, property.default]] : [],
  )
  // The values come from the schema that the type is derived from.
  return Object.fromEntries(defaults) as Partial<Static<S>>
}

/** `given`, with the schema's default for each of `names` that is missing. */
export function withDefaults<S extends TObject, K extends string & keyof Static<S>>(
  schema: S,
  given: Static<S>,
  names: readonly K[],
): Static<S> & Required<Pick<Static<S>, K>> {
  const defaults = defaultsOf(schema)
  const filled = Object.fromEntries(names.map((name) => [name, defaults[name]]))
  // The spread above has set every one of `names`.
  return { ...filled, ...given } as Static<S> & Required<Pick<Static<S>, K>>
}
