import { readdir, readlink } from 'node:fs/promises'
import { median } from './bench.js'

/** What the server holds at a moment. */
export type Sample = {
  readonly seconds: number
  readonly rssBytes: number
  /** Open files and sockets together; NaN where the system does not tell. */
  readonly handles: number
  readonly sockets: number
  readonly journalBytes: number
}

/** What a process has open, as Linux tells it. */
export async function openHandles(pid: number): Promise<Pick<Sample, 'handles' | 'sockets'>> {
  const folder = `/proc/${pid}/fd`
  const names = await readdir(folder).catch(() => undefined)
  if (names === undefined) return { handles: Number.NaN, sockets: Number.NaN }
  // One that was closed since the list was read leads nowhere.
  const targets = await Promise.all(names.map((name) => readlink(`${folder}/${name}`).catch(() => '')))
  return {
    handles: targets.filter((target) => target !== '').length,
    sockets: targets.filter((target) => target.startsWith('socket:')).length,
  }
}

const MIB = 2 ** 20
/** The journal is folded into snapshots at 64 MiB, while more may come. */
const JOURNAL_BYTES = 96 * MIB
/** What memory may grow by between the first and the last third: the collector of garbage comes when it likes. */
const RSS = { share: 1.25, bytes: 48 * MIB }
/** Clients come and go; none may be left behind. */
const HANDLES = 24

/** What has grown beyond its bounds after the warm-up, in words; empty when all is well. */
export function growth(samples: readonly Sample[]): string[] {
  const third = Math.max(1, Math.floor(samples.length / 3))
  const [first, last] = [samples.slice(0, third), samples.slice(-third)]
  const of = (some: readonly Sample[], key: keyof Sample) => median(some.map((sample) => sample[key]))
  const grown = (key: keyof Sample, most: number) =>
    of(last, key) > most
      ? [`${key}: ${of(first, key)} at first, ${of(last, key)} at last, at most ${most}`]
      : []
  return [
    ...grown('rssBytes', of(first, 'rssBytes') * RSS.share + RSS.bytes),
    ...grown('handles', of(first, 'handles') + HANDLES),
    ...grown('sockets', of(first, 'sockets') + HANDLES),
    ...grown('journalBytes', JOURNAL_BYTES),
  ]
}

const HEADINGS = ['seconds', 'RSS MiB', 'handles', 'sockets', 'journal KiB']

/** At most this many rows, evenly over time, in at most 80 columns. */
const MOST_ROWS = 20

export function sampleTable(samples: readonly Sample[]): string {
  const step = Math.max(1, Math.ceil(samples.length / MOST_ROWS))
  const shown = samples.filter((_, at) => at % step === 0 || at === samples.length - 1)
  const rows = shown.map(({ seconds, rssBytes, handles, sockets, journalBytes }) =>
    [seconds, rssBytes / MIB, handles, sockets, journalBytes / 1024].map((value) => value.toFixed(0)),
  )
  return [HEADINGS, ...rows].map((cells) => cells.map((cell) => cell.padStart(13)).join('')).join('\n')
}
