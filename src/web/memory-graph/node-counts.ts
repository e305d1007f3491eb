import type { GraphNode } from './page-data.js'

/** What nodes of each kind are called: one of them, and several. */
const NAMES = {
  memory: ['memory', 'memories'],
  person: ['person', 'people'],
  place: ['place', 'places'],
  thing: ['thing', 'things'],
  cluster: ['topic', 'topics'],
  user: ['player', 'players'],
  other: ['other', 'others'],
} as const
type Kind = keyof typeof NAMES

function kindOf({ type, entityType }: GraphNode): Kind {
  if (type === 'memory' || type === 'cluster' || type === 'user') return type
  return entityType === 'person' || entityType === 'place' || entityType === 'thing' ? entityType : 'other'
}

export const memoriesText = (count: number): string => `${count} ${NAMES.memory[count === 1 ? 0 : 1]}`

/** How many there are of each kind, such as `13 memories, 1 person`: one number for all would be another than that of the memories. */
export function countsText(nodes: readonly GraphNode[]): string {
  const counts = new Map<Kind, number>()
  for (const node of nodes) counts.set(kindOf(node), (counts.get(kindOf(node)) ?? 0) + 1)
  return (Object.keys(NAMES) as Kind[])
    .flatMap((kind) => {
      const count = counts.get(kind)
      return count === undefined ? [] : [`${count} ${NAMES[kind][count === 1 ? 0 : 1]}`]
    })
    .join(', ')
}
