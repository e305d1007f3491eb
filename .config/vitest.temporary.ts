import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

const NAME = 'parley-tests-'

/**
 * Gives the tests, and all that they start, a folder of this run for temporary files. It goes with what is left in it by
 * what was killed, or by a command that leaves a page for its user.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  // Each project asks for it anew.
  if (basename(tmpdir()).startsWith(NAME)) return undefined
  const folder = await mkdtemp(join(tmpdir(), NAME))
  process.env['TMPDIR'] = folder
  // Nothing may ever be written to, or found in, the registry of the user who runs the tests.
  process.env['XDG_STATE_HOME'] = join(folder, 'state')
  return () => rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
