/** docs/rest.md, Credentials. `write` implies `read` of the same resource. */
export const RESOURCES = [
  'characters',
  'conversations',
  'memories',
  'generation',
  'shares',
  'encounters',
] as const
export type Resource = (typeof RESOURCES)[number]
export type Scope = `${Resource}:${'read' | 'write'}`

export const SCOPES: readonly Scope[] = RESOURCES.flatMap((resource): Scope[] => [
  `${resource}:read`,
  `${resource}:write`,
])
