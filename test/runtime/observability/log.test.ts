import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { domainError } from '../../../src/domain/errors.js'
import type { Log } from '../../../src/domain/log.js'
import { createLog } from '../../../src/runtime/observability/log.js'
import type { LogLevel } from '../../../src/runtime/observability/log-options.js'
import { temporaryFolder } from '../../support/servers/test-server.js'

test('an error is logged with its message, its stack and its cause, one JSON line each, from its level up', async () => {
  const path = join(await temporaryFolder(), 'log')
  const fd = openSync(path, 'w')
  const log = createLog('warn', { fd })
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

test('a provider that fails is expected: its failure is logged without a stack, unless at level debug', async () => {
  const folder = await temporaryFolder()
  const logged = (level: LogLevel) => {
    const path = join(folder, level)
    const fd = openSync(path, 'w')
    const cause = new Error('unreachable, ECONNREFUSED')
    const error = domainError('providerFailed', 'The language model cannot be reached', { cause })
    createLog(level, { fd }).warn('Reading memories failed', { error })
    closeSync(fd)
    return JSON.parse(readFileSync(path, 'utf8')) as { error: object }
  }
  expect(logged('warn').error).toEqual({
    type: 'DomainError',
    message: 'The language model cannot be reached: unreachable, ECONNREFUSED',
  })
  expect(logged('debug').error).toMatchObject({ stack: expect.stringContaining('DomainError') })
})

/** What is written in text, with the time blotted out. */
async function written(level: LogLevel, use: (log: Log) => void): Promise<string[]> {
  const path = join(await temporaryFolder(), 'log')
  const fd = openSync(path, 'w')
  use(createLog(level, { fd, format: 'text' }))
  closeSync(fd)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n')
  return lines.map((line) => line.replace(/^\d{2}:\d{2}:\d{2}/, 'HH:MM:SS'))
}

test('in text a warning is the time, the level, the message and all fields, on further lines as needed, without a stack', async () => {
  const lines = await written('warn', (log) => {
    log.warn('A language model failed', {
      provider: 'local',
      reason: 'wrong_key',
      status: 401,
      code: undefined,
    })
    log.error('A turn failed', {
      session_id: 'a'.repeat(49),
      err: new Error('no\u001b[2J\nway'),
      more: { a: 1 },
    })
  })
  expect(lines).toEqual([
    'HH:MM:SS WARN  A language model failed  provider=local  reason=wrong_key',
    '               status=401',
    'HH:MM:SS ERROR A turn failed',
    `               session_id=${'a'.repeat(49)}`,
    '               err="no\\u001b[2J way"  more={"a":1}',
  ])
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
})

test('a long field of a warning is broken between its words, and bounded', async () => {
  const says = `The model ${'cannot be loaded '.repeat(30)}`
  const lines = await written('warn', (log) =>
    log.warn('A language model failed', { reason: 'failed', status: 500, says }),
  )
  expect(lines[0]).toBe('HH:MM:SS WARN  A language model failed  reason=failed  status=500')
  expect(lines[1]).toMatch(/^ {15}says="The model cannot be loaded/)
  expect(lines.length).toBeLessThan(9)
  expect(lines.at(-1)).toMatch(/…$/)
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(80)
})

test('in text a message below a warning is one line with the fields that fit', async () => {
  const lines = await written('info', (log) => log.info('hello', { a: 'x'.repeat(59), b: 'y'.repeat(50) }))
  expect(lines).toEqual([`HH:MM:SS INFO  hello  b=${'y'.repeat(50)}`])
})

test('in text at level debug a line has every field, and the stack follows', async () => {
  const [first, ...rest] = await written('debug', (log) => {
    log.error('A turn failed', { session_id: 'a'.repeat(70), error: new Error('no way') })
  })
  expect(first).toBe(`HH:MM:SS ERROR A turn failed  session_id=${'a'.repeat(70)}  error="no way"`)
  expect(rest[0]).toBe('    Error: no way')
  expect(rest[1]).toMatch(/^ {4}at /)
})

test('what is no terminal gets JSON unless text is asked for', async () => {
  const path = join(await temporaryFolder(), 'log')
  const fd = openSync(path, 'w')
  createLog('info', { fd, format: 'auto' }).info('hello')
  closeSync(fd)
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ msg: 'hello' })
})
