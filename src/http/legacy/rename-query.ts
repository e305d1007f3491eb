/**
 * The query under the names that the domain knows. Of a name in both spellings the last one counts
 * (docs/wire-protocol.md, Old paths).
 */
export function renameLegacyQuery<Query extends object>(
  query: Query,
  names: Readonly<Record<string, string>>,
): Query {
  const nameNow = new Map(Object.entries(names))
  const renamed = Object.entries(query).map(([name, value]) => [nameNow.get(name) ?? name, value])
  // Both spellings have one schema, so that under the new name stands what the type says of it.
  return Object.fromEntries(renamed) as Query
}
