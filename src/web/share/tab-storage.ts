import type { ShareSession } from '../../contract/shares.js'
import type { TranscriptLine } from './transcript.js'

/** What a reload needs to go on where it was. */
export type StoredVisit = { readonly session: ShareSession; readonly lines: readonly TranscriptLine[] }

export type TabStorage = {
  read(): StoredVisit | undefined
  write(kept: StoredVisit): void
  clear(): void
}

/** What it needs of the browser's `sessionStorage`. */
type WebStorage = {
  getItem(name: string): string | null
  setItem(name: string, text: string): void
  removeItem(name: string): void
}

/** Lasts as long as the browser's tab: whoever opens the link anew is a new visitor. */
export function createTabStorage(storage: WebStorage, shareId: string): TabStorage {
  const name = `parley ${shareId}`
  return {
    read() {
      try {
        return (JSON.parse(storage.getItem(name) ?? 'null') as StoredVisit | null) ?? undefined
      } catch {
        return undefined
      }
    },
    write(kept) {
      // A browser that keeps nothing (full, or told not to) still talks.
      try {
        storage.setItem(name, JSON.stringify(kept))
      } catch {}
    },
    clear: () => storage.removeItem(name),
  }
}
