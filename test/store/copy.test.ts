import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTimers } from '../../src/runtime/process/timers.js'
import { copyStore, verifyStores } from '../../src/store/copy.js'
import { scratchFolder } from '../support/commands/cli.js'
import { silentLog } from '../support/stores/store-folder.js'

const deps = { log: silentLog, timers: createTimers() }

test.each(['postgres://ann:secret@/parley', 'postgresql://ann:secret@', 'postgres:parley'])(
  'a database address that is none (%s) is not taken for a folder, and not repeated',
  async (address) => {
    const folder = scratchFolder()
    const from = { from: address, to: folder }
    const to = { from: folder, to: address }
    for (const pair of [from, to]) {
      for (const run of [copyStore, verifyStores]) {
        const refused = await run({ ...pair, ...deps }).catch((error: unknown) => error)
        expect(refused).toMatchObject({
          name: 'StoreError',
          message: expect.stringContaining('not the address'),
        })
        expect(String(refused)).not.toContain('secret')
      }
    }
    await expect(access(join(process.cwd(), address))).rejects.toThrow('ENOENT')
  },
)
