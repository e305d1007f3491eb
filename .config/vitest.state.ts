import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives each test file a state folder of its own: a command of one must not find the running server of another. It goes
 * with the folder of the run (`vitest.temporary.ts`).
 */
process.env['XDG_STATE_HOME'] = mkdtempSync(join(tmpdir(), 'parley-state-'))
