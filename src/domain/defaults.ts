import type { Static, TObject, TProperties } from 'typebox'

/** The fields of a schema that have a default, at it. */
export function defaultsOf({
  properties,
}: {
  readonly properties: TProperties
}): Readonly<Record<string, unknown>> {
  const defaults: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(properties)) {
    if ('default' in schema) defaults[name] = schema.default
  }
  return defaults
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
