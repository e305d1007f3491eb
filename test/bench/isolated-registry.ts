import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Keeps the servers of a benchmark out of the registry of whoever runs it. The folder goes with this process. */
export function isolateRegistry(): void {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-state-'))
  process.env['XDG_STATE_HOME'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}
