import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createLog } from '../../src/runtime/log.js'
import { temporaryFolder } from '../support/server.js'

test('an error is logged with its message, its stack and its cause, one JSON line each, from its level up', async () => {
  const path = join(await temporaryFolder(), 'log')
  const fd = openSync(path, 'w')
  const log = createLog('warn', fd)
  const error = new Error('outer', { cause: new Error('inner') })
  log.info('not written')
  log.error('something failed', { route: '/x', error })
  closeSync(fd)

  const lines = readFileSync(path, 'utf8').trim().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    msg: 'something failed',
    route: '/x',
    error: { message: expect.stringContaining('outer'), stack: expect.stringContaining('inner') },
  })
})
