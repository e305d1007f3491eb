import type { SearchIndex } from '../../retrieval/ports.js'

/** Records what each pair's index must take in at its next use. Changes of pairs without an index are not recorded. */
export function createDirtySet() {
  const all = new Map<string, DirtyEntry>()
  const byIndex = new WeakMap<SearchIndex, DirtyEntry>()
  return {
    /** Notes from now on what an index of this key needs; the call it returns tells which index that is. */
    begin: (key: string) => {
      const notes: DirtyEntry = { ids: new Set(), turns: 0, bare: new Set() }
      all.set(key, notes)
      return (index: SearchIndex) => void byIndex.set(index, notes)
    },
    end: (key: string) => void all.delete(key),
    /** This memory is new or changed. */
    note: (key: string, id: string) => void all.get(key)?.ids.add(id),
    /** Something was said. */
    noteTurn: (key: string) => {
      const notes = all.get(key)
      if (notes !== undefined) notes.turns += 1
    },
    /** What changed since the last call. A call for a dropped index does not use up the changes of its replacement. */
    take: (index: SearchIndex): { readonly ids: readonly string[]; readonly turns: number } => {
      const notes = byIndex.get(index)
      if (notes === undefined) return { ids: [], turns: 0 }
      const { ids, turns } = notes
      notes.ids = new Set()
      notes.turns = 0
      return { ids: [...ids], turns }
    },
    /** These memories are in the index without the vectors they ought to have. */
    noteBare: (key: string, ids: readonly string[]) => {
      for (const id of ids) all.get(key)?.bare.add(id)
    },
    bare: (key: string, limit: number): readonly string[] => [...(all.get(key)?.bare ?? [])].slice(0, limit),
    /** They have them now. */
    dress: (key: string, ids: readonly string[]) => {
      for (const id of ids) all.get(key)?.bare.delete(id)
    },
  }
}

export type DirtySet = ReturnType<typeof createDirtySet>

type DirtyEntry = { ids: Set<string>; turns: number; readonly bare: Set<string> }
