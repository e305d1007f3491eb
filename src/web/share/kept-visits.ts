import type { SharePreview } from '../../contract/shares.js'
import { linesOfVisit, type TranscriptLine } from './conversation/transcript.js'
import { type KeptText, type StoredVisit, type WebStorage, withoutToken } from './tab-storage.js'

/** What is shown of the character before its link is redeemed, or once it has ended. */
export type Pictures = Pick<SharePreview, 'picture' | 'poster'>

/** A visit of the past, as this browser keeps it: without its token. */
export type KeptVisit = StoredVisit & { readonly pictures: Pictures | null }

/** What was said through a link, in all tabs, also after the browser was closed. */
export type KeptVisits = {
  /** All that is kept, as one visit: the newest with the lines of all of them; removes what is too old, of any link. */
  read(): KeptVisit | undefined
  /** Keeps the lines of this visit, unless it was forgotten in another tab. */
  write(visit: StoredVisit): void
  /** Forgets all, and tells the other tabs; or does what another one has told. */
  forget(isTold: boolean): void
  /** Whether a change of the storage says that another tab has forgotten all. */
  isForgetting(change: { readonly key: string | null; readonly newValue: string | null }): boolean
}

const PREFIX = 'parley visit '
const KEPT_MS = 30 * 24 * 3600 * 1000
/** Of all links together. */
const VISITS_MAX = 40
/** Of one visit, and of what is shown of earlier ones. */
const LINES_MAX = 300
const CHARACTERS_MAX = 100_000

type KeptVisitsDeps = {
  readonly storage: WebStorage
  readonly shareId: string
  readonly pictures: Pictures | null
  /** What tells this tab from others, after a reload, too. */
  readonly tab: KeptText
  /** Milliseconds since the epoch. */
  now(): number
}

/**
 * Each tab has an entry of its own for each visit, so that two do not write over each other. No token is kept: whoever
 * goes on redeems the link anew.
 */
export function createKeptVisits({ storage, shareId, pictures, tab, now }: KeptVisitsDeps): KeptVisits {
  const own = `${PREFIX}${shareId} `
  /** Is there only for the moment in which other tabs are told. */
  const signal = `parley forgets ${shareId}`
  /** What was written last, and under which name. */
  let written: { readonly name: string; readonly text: string } | undefined
  /** The name of what was removed in another tab. */
  let forgotten: string | undefined
  const nameOf = ({ since }: StoredVisit) => {
    tab.current ||= randomName()
    return `${own}${since} ${tab.current}`
  }
  const keep = (visit: StoredVisit, lines: readonly TranscriptLine[]) => {
    let name = nameOf(visit)
    const found = storage.getItem(name)
    const isSame = written?.name === name
    if (isSame && found === null) {
      forgotten = name
      return
    }
    // The tab was copied, and the copy has the name, too.
    if (found !== null && (isSame ? found !== written?.text : linesIn(found) > lines.length)) {
      tab.current = randomName()
      name = nameOf(visit)
    }
    const kept: KeptVisit = { ...withoutToken(visit), lines, pictures }
    written = { name, text: JSON.stringify(kept) }
    storage.setItem(name, written.text)
  }
  return {
    read() {
      const entries = readAll(storage, now() - KEPT_MS).filter(({ name }) => name.startsWith(own))
      const newest = entries.at(-1)?.visit
      if (newest === undefined) return undefined
      return {
        ...newest,
        lines: newestLines(distinct(entries.flatMap(({ visit }) => linesOfVisit(visit.lines, visit.since)))),
      }
    },
    write(visit) {
      const lines = newestLines(visit.lines.filter(({ isEarlier }) => !isEarlier))
      // A reply that arrives is kept once it is whole.
      if (nameOf(visit) === forgotten || lines.length === 0 || lines.some(({ isOver }) => !isOver)) return
      // Storage that is full or disabled keeps no more than the tab does.
      try {
        keep(visit, lines)
      } catch {}
    },
    forget(isTold) {
      for (const name of namesIn(storage)) if (name.startsWith(own)) storage.removeItem(name)
      written = undefined
      tab.current = randomName()
      if (isTold) return
      // Storage that is disabled has kept nothing.
      try {
        storage.setItem(signal, tab.current)
        storage.removeItem(signal)
      } catch {}
    },
    isForgetting: ({ key, newValue }) => key === signal && newValue !== null,
  }
}

const randomName = () => Math.random().toString(36).slice(2)

function namesIn(storage: WebStorage): string[] {
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  return names.filter((name) => name.startsWith(PREFIX))
}

type Entry = { readonly name: string; readonly visit: KeptVisit }

/** What is kept of all links, the oldest first; removes what is older than `oldest`, cannot be read, or is too much. */
function readAll(storage: WebStorage, oldest: number): Entry[] {
  const entries = namesIn(storage)
    .flatMap((name) => {
      const visit = parse(storage.getItem(name))
      if (visit !== undefined && lastOf(visit) >= oldest) return [{ name, visit }]
      storage.removeItem(name)
      return []
    })
    .sort((a, b) => lastOf(a.visit) - lastOf(b.visit))
  for (const { name } of entries.splice(0, entries.length - VISITS_MAX)) storage.removeItem(name)
  return entries
}

/** When the last line of it was said. */
const lastOf = ({ lines, since }: StoredVisit): number => lines.at(-1)?.at ?? since

function parse(text: string | null): KeptVisit | undefined {
  try {
    const visit = JSON.parse(text ?? 'null') as KeptVisit | null
    return Array.isArray(visit?.lines) ? visit : undefined
  } catch {
    return undefined
  }
}

const linesIn = (text: string): number => parse(text)?.lines.length ?? 0

/** A tab and its copy have the same beginning. */
function distinct(lines: readonly TranscriptLine[]): TranscriptLine[] {
  const known = new Map(lines.map((line) => [`${line.at} ${line.who} ${line.text}`, line]))
  return [...known.values()]
}

/** The end of a conversation, as much as is kept. */
function newestLines(lines: readonly TranscriptLine[]): readonly TranscriptLine[] {
  let room = CHARACTERS_MAX
  const from = lines.findLastIndex(({ text }, at) => {
    room -= text.length
    return room < 0 || at < lines.length - LINES_MAX
  })
  return lines.slice(from + 1)
}
