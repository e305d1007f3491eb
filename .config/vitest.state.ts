import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives each test file a state folder of its own: a command of one must not find the running server of another. It goes
 * with the folder of the run (`vitest.temporary.ts`).
 */
process.env['XDG_STATE_HOME'] = mkdtempSync(join(tmpdir(), 'parley-state-'))

// Node hands it on to all processes and threads that tests start. It is set no earlier than here, because a process that
// starts with it counts for itself, and Vitest counts for this one.
const coverage = process.env['PARLEY_TEST_COVERAGE']
if (coverage !== undefined) process.env['NODE_V8_COVERAGE'] = coverage
