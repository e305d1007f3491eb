/** What a local reference (`#/a/b`, RFC 6901) points at; undefined when it points nowhere. */
export function resolvePointer(document: unknown, reference: string): unknown {
  const steps = reference.replace(/^#\//, '').split('/')
  return steps.reduce<unknown>((at, step) => {
    if (typeof at !== 'object' || at === null) return undefined
    return (at as Record<string, unknown>)[step.replaceAll('~1', '/').replaceAll('~0', '~')]
  }, document)
}

/** Every value under the key `name`, however deep. */
export function valuesOf(document: unknown, name: string): unknown[] {
  if (typeof document !== 'object' || document === null) return []
  return Object.entries(document).flatMap(([key, value]) => [
    ...(key === name ? [value] : []),
    ...valuesOf(value, name),
  ])
}
