import { namedSchemas } from '../named-schemas.js'

/** A schema as it stands inside a document: named schemas become references to the document's components. */
export function withComponentRefs(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withComponentRefs)
  if (typeof schema !== 'object' || schema === null) return schema

  const name = nameOf(schema)
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` }
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withComponentRefs(value)]))
}

/** The named schemas that a part of a document refers to, and those that they refer to. */
export function collectComponents(part: unknown): Readonly<Record<string, unknown>> {
  const named = new Map(namedSchemas().map(({ $id, ...schema }) => [$id, withComponentRefs(schema)]))
  const found = new Set<string>()
  const collect = (from: unknown): void => {
    for (const name of referencesIn(from)) {
      if (found.has(name)) continue
      found.add(name)
      collect(named.get(name))
    }
  }
  collect(part)
  return Object.fromEntries([...found].sort().map((name) => [name, named.get(name)]))
}

function nameOf(schema: object): string | undefined {
  if ('$id' in schema) return String(schema.$id)
  return '$ref' in schema ? String(schema.$ref).replace(/#$/, '') : undefined
}

const referencesIn = (part: unknown): string[] =>
  [...JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name = '']) => name)
