import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { documentFixture } from '../../support/pdf/fixture.js'
import { bomb, packed, packedTimes, pagesPdf, textLines } from '../../support/pdf/raw-pdf.js'
import { newReader, openReader, signal } from '../../support/pdf/reader.js'
import { isFull } from '../../support/rounds.js'

const page = packed(textLines(['The lighthouse keeper counts ships.', 'He is never wrong.']))
const simple = () => pagesPdf([page])

/** Its thread takes longer to start than most documents to be read: the tests that need no limit of their own share it. */
let reader: ReturnType<typeof newReader>
beforeAll(() => {
  reader = newReader()
})
afterAll(() => reader.close())

test('a PDF becomes passages with their pages and tokens', async () => {
  const second = packed(textLines(['On the second page the fog comes in.']))
  const extraction = await reader.read(pagesPdf([page, second]), signal())

  expect(extraction).toEqual({
    pageCount: 2,
    totalTokens: expect.any(Number),
    passages: [
      {
        text: 'The lighthouse keeper counts ships. He is never wrong.\n\nOn the second page the fog comes in.',
        tokens: extraction.totalTokens,
        firstPage: 1,
        lastPage: 2,
      },
    ],
  })
  expect(extraction.totalTokens).toBeGreaterThan(15)
})

test.each([
  ['HTML', '<!doctype html><title>Report</title>'],
  ['nothing at all', ''],
  ['the mark of a PDF after the first 1024 bytes', `${' '.repeat(1024)}%PDF-1.7`],
])('%s is an unsupported type', async (_, text) => {
  const attempt = reader.read(new Uint8Array(Buffer.from(text)), signal())
  await expect(attempt).rejects.toMatchObject({ name: 'DocumentFailure', code: 'unsupported_type' })
})

test('a PDF that begins within the first 1024 bytes is read', async () => {
  const pdf = pagesPdf([page], { before: `<html>${' '.repeat(900)}\n` })
  expect(await reader.read(pdf, signal())).toMatchObject({ pageCount: 1 })
})

test('a stream that is packed twice is read', async () => {
  const twice = packedTimes(Buffer.from(textLines(['Packed and packed again.'])), { times: 2 })
  const { passages } = await reader.read(pagesPdf([twice]), signal())
  expect(passages[0]?.text).toBe('Packed and packed again.')
})

test('the mark of a PDF alone is unreadable', async () => {
  const attempt = reader.read(new Uint8Array(Buffer.from('%PDF-1.7\nand then nothing')), signal())
  await expect(attempt).rejects.toMatchObject({ code: 'pdf_unreadable' })
})

test('500 pages are read, 501 are too many', async () => {
  const of = (pages: number) => pagesPdf(new Array(pages).fill(page))
  expect(await reader.read(of(500), signal())).toMatchObject({ pageCount: 500 })
  await expect(reader.read(of(501), signal())).rejects.toMatchObject({ code: 'too_many_pages' })
})

test('2,000,000 characters are read, one more is too much', { tags: 'rounds' }, async () => {
  // With full rounds each character is drawn, which takes long; else one that is drawn stands for a line of them.
  const line = 'x'.repeat(199)
  const of = (characters: number) => {
    const full = packed(textLines(new Array(100).fill(isFull ? line : 'w'), 4))
    const rest = packed(textLines(['y'.repeat(characters - 100 * (100 * 200 - 1))], 0.1))
    return pagesPdf([...new Array(100).fill(full), rest], isFull ? {} : { meaning: { w: line } })
  }
  expect(await reader.read(of(2_000_000), signal())).toMatchObject({ pageCount: 101 })
  await expect(reader.read(of(2_000_001), signal())).rejects.toMatchObject({ code: 'too_much_text' })
})

test('too much text on one page, in a small file, ends the reading early', async () => {
  const endless = packed(textLines(new Array(4000).fill('too much text in a small file '.repeat(100)), 0.1))
  const attempt = reader.read(pagesPdf([endless]), signal())
  await expect(attempt).rejects.toMatchObject({ code: 'too_much_text' })
})

test('a PDF without text has no extractable text', async () => {
  const attempt = reader.read(pagesPdf([packed('0 0 100 100 re f')]), signal())
  await expect(attempt).rejects.toMatchObject({ code: 'no_extractable_text' })
})

test('a document that takes too long is unreadable, and the next one is read', async () => {
  const limits: number[] = []
  const timers = createTimers()
  const after: typeof timers.after = (ms, due) => {
    limits.push(ms)
    return timers.after(limits.length === 1 ? 1 : ms, due)
  }
  const reader = openReader({ milliseconds: 90_000 }, { ...timers, after })
  await expect(reader.read(pagesPdf(new Array(400).fill(page)), signal())).rejects.toMatchObject({
    code: 'pdf_unreadable',
    message: 'Reading the PDF takes too long',
  })
  expect(await reader.read(simple(), signal())).toMatchObject({ pageCount: 1 })
  expect(limits).toEqual([90_000, 90_000])
})

test('a document that unpacks to more than the limit is unreadable, and the next one is read', async () => {
  const reader = openReader({ bufferMegabytes: 64 })
  const attempt = reader.read(pagesPdf([bomb(100 * 2 ** 20)]), signal())
  await expect(attempt).rejects.toMatchObject({ code: 'pdf_unreadable' })
  expect(await reader.read(simple(), signal())).toMatchObject({ pageCount: 1 })
})

test('a document that fills the heap is unreadable, and the next one is read', async () => {
  // The thread's own code takes about 46 MB of it: the limit leaves room for that, and the document takes the rest.
  const reader = openReader({ heapMegabytes: 96 })
  const endless = packed(`[${'(abcdefgh) '.repeat(3_000_000)}`)
  await expect(reader.read(pagesPdf([endless]), signal())).rejects.toMatchObject({ code: 'pdf_unreadable' })
  expect(await reader.read(simple(), signal())).toMatchObject({ pageCount: 1 })
})

test('a reading that is given up ends with the reason of the signal, and the next one is read', async () => {
  const giveUp = new AbortController()
  const first = reader.read(pagesPdf(new Array(500).fill(page)), giveUp.signal)
  const waiting = new AbortController()
  const second = reader.read(simple(), waiting.signal)
  const third = reader.read(simple(), signal())
  waiting.abort(new Error('not now'))
  giveUp.abort(new Error('enough'))

  await expect(first).rejects.toThrow('enough')
  await expect(second).rejects.toThrow('not now')
  expect(await third).toMatchObject({ pageCount: 1 })
  await expect(reader.read(simple(), AbortSignal.abort(new Error('before')))).rejects.toThrow('before')
})

test('bytes are handed over when the array covers its buffer, and left alone when it does not', async () => {
  const own = new Uint8Array(simple())
  await reader.read(own, signal())
  expect(own.byteLength).toBe(0)

  const shared = new Uint8Array(simple().byteLength + 2)
  shared.set(simple(), 1)
  await reader.read(shared.subarray(1, -1), signal())
  expect(shared.byteLength).toBe(simple().byteLength + 2)
})

test('the letters of an Arabic ligature come out in the order in which they are spoken', async () => {
  const { passages } = await reader.read(documentFixture('arabic'), signal())
  expect(passages[0]?.text).toContain('لا أحد في المدينة')
  expect(passages[0]?.text).toContain('يأتي الضباب فلا يرى شيئا')
})

test('the thread of the server goes on while a document is read', async () => {
  let turns = 0
  const turn = () => {
    turns += 1
    next = setImmediate(turn)
  }
  let next = setImmediate(turn)
  await reader.read(pagesPdf(new Array(100).fill(page)), signal())
  clearImmediate(next)
  expect(turns).toBeGreaterThan(100)
})
