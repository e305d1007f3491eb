import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What is shown of a long log: its end. */
const SHOWN_LINES = 200

export type ServerLog = {
  readonly fd: number
  /** The last lines of what the server logged; empty when it logged nothing. */
  tail(): string
  /** Closes the log, and removes it unless it is a file that somebody named. */
  close(): void
}

/** Where the log of a server goes that nobody watches: the named file, else a private one that goes with `close`. */
export function openServerLog(named: string | undefined): ServerLog {
  const folder = named === undefined ? mkdtempSync(join(tmpdir(), 'parley-exec-')) : null
  const file = named ?? join(folder ?? '', 'server.log')
  const fd = openSync(file, 'w', 0o600)
  return {
    fd,
    tail() {
      const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
      return lines.slice(-SHOWN_LINES).join('\n')
    },
    close() {
      closeSync(fd)
      if (folder !== null) rmSync(folder, { recursive: true, force: true })
    },
  }
}
