import type { ShareSession } from '../../contract/shares.js'
import type { Line } from './transcript.js'

/** What a reload needs to go on where it was. */
export type Kept = { readonly session: ShareSession; readonly lines: readonly Line[] }

export type Keepsake = {
  read(): Kept | undefined
  write(kept: Kept): void
  clear(): void
}

/** What it needs of the browser's `sessionStorage`. */
type KeepsakeStorage = {
  getItem(name: string): string | null
  setItem(name: string, text: string): void
  removeItem(name: string): void
}

/** Lasts as long as the browser's tab: whoever opens the link anew is a new visitor. */
export function createKeepsake(storage: KeepsakeStorage, shareId: string): Keepsake {
  const name = `parley ${shareId}`
  return {
    read() {
      try {
        return (JSON.parse(storage.getItem(name) ?? 'null') as Kept | null) ?? undefined
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
