/**
 * Renames legacy query parameters to their current names. If both are present, the last one counts
 * (docs/wire-protocol.md, Old paths).
 */
export function renameLegacyQuery<Query extends object>(
  query: Query,
  names: Readonly<Record<string, string>>,
): Query {
  const currentNames = new Map(Object.entries(names))
  const renamed = Object.entries(query).map(([name, value]) => [currentNames.get(name) ?? name, value])
  // Both names have the same schema, so the value has the type of the current name.
  return Object.fromEntries(renamed) as Query
}
