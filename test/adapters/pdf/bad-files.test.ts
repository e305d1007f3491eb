import { afterAll, beforeAll, expect, test } from 'vitest'
import type { createPdfReader } from '../../../src/adapters/pdf/reader.js'
import { BAD_FILES } from '../../support/pdf/bad-files.js'
import { documentFixture } from '../../support/pdf/fixture.js'
import { newReader, signal } from '../../support/pdf/reader.js'

/** One reader for all: a bad file must not spoil the next. */
let reader: ReturnType<typeof createPdfReader>
/** The most memory that the process took at any time, in bytes. */
let most = 0
let look: NodeJS.Timeout
const MEGABYTE = 2 ** 20
const LIMITS = { heapMegabytes: 256, bufferMegabytes: 128 }
const before = process.memoryUsage.rss()

beforeAll(() => {
  reader = newReader(LIMITS)
  look = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss())
  }, 5)
})
afterAll(async () => {
  clearInterval(look)
  await reader.close()
})

const bad = Object.entries(BAD_FILES).map(([name, { outcome }]) => ({ name, outcome }))
const refused = bad.filter(({ outcome }) => typeof outcome === 'string')
const readable = bad.filter(({ outcome }) => typeof outcome === 'number')

test.each(refused)('$name is refused as $outcome', async ({ name, outcome }) => {
  const attempt = reader.read(documentFixture(`bad/${name}`), signal())
  await expect(attempt).rejects.toMatchObject({ name: 'DocumentFailure', code: outcome })
})

test.each(readable)('$name is read all the same', async ({ name, outcome }) => {
  const extraction = await reader.read(documentFixture(`bad/${name}`), signal())
  expect(extraction.pageCount).toBe(outcome)
  expect(extraction.totalTokens).toBeGreaterThan(0)
})

test('no bad file took more memory than a thread may have', () => {
  const allowed = LIMITS.heapMegabytes + LIMITS.bufferMegabytes
  const codeAndStacks = 100
  expect(most).toBeGreaterThan(before)
  expect((most - before) / MEGABYTE).toBeLessThan(allowed + codeAndStacks)
})
