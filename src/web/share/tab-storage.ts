import type { ShareSession } from '../../contract/shares.js'
import type { TranscriptLine } from './conversation/transcript.js'

/** What a reload needs to continue the visit; to show one that is over, without its token. */
export type StoredVisit = {
  readonly session: ShareSession
  readonly lines: readonly TranscriptLine[]
  /** When the link was redeemed, in milliseconds since the epoch. */
  readonly since: number
}

export type TabStorage = {
  read(): StoredVisit | undefined
  write(visit: StoredVisit): void
  forget(): void
}

/** What may still be shown of a visit when it is over. */
export const withoutToken = (visit: StoredVisit): StoredVisit => ({
  ...visit,
  session: { ...visit.session, sessionToken: '' },
})

/** The part of `sessionStorage` and `localStorage` that is used. */
export type WebStorage = {
  readonly length: number
  key(index: number): string | null
  getItem(name: string): string | null
  setItem(name: string, text: string): void
  removeItem(name: string): void
}

/**
 * Stores a visit in the browser's tab, with its token, which no other tab gets; also when it is over: a reload still shows
 * what was said.
 */
export function createTabStorage(storage: Omit<WebStorage, 'length' | 'key'>, shareId: string): TabStorage {
  const name = `parley ${shareId}`
  return {
    read() {
      try {
        return (JSON.parse(storage.getItem(name) ?? 'null') as StoredVisit | null) ?? undefined
      } catch {
        return undefined
      }
    },
    write(visit) {
      // Without storage (full or disabled) only a reload is affected.
      try {
        storage.setItem(name, JSON.stringify(visit))
      } catch {}
    },
    forget: () => storage.removeItem(name),
  }
}

/** A text that outlasts a reload. */
export type KeptText = { current: string }

/** Keeps a text in the browser, or in its tab; an empty one leaves nothing there. */
export function createKeptText(storage: Omit<WebStorage, 'length' | 'key'>, name: string): KeptText {
  let text = ''
  try {
    text = storage.getItem(name) ?? ''
  } catch {}
  return {
    get current() {
      return text
    },
    set current(next) {
      if (next === text) return
      text = next
      try {
        next === '' ? storage.removeItem(name) : storage.setItem(name, next)
      } catch {}
    },
  }
}
