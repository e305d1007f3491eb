/** What is to be done to the indexes of pairs at their next use; of pairs without an index nothing is noted. */
export function createIndexNotes() {
  const all = new Map<string, Notes>()
  return {
    begin: (key: string) => void all.set(key, { ids: new Set(), turns: 0, bare: new Set() }),
    end: (key: string) => void all.delete(key),
    /** This memory is new or changed. */
    note: (key: string, id: string) => void all.get(key)?.ids.add(id),
    /** Something was said. */
    noteTurn: (key: string) => {
      const notes = all.get(key)
      if (notes !== undefined) notes.turns += 1
    },
    /** What changed since this was asked last. */
    take: (key: string): { readonly ids: readonly string[]; readonly turns: number } => {
      const notes = all.get(key)
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

export type IndexNotes = ReturnType<typeof createIndexNotes>

type Notes = { ids: Set<string>; turns: number; readonly bare: Set<string> }
