import type { ServerResponse } from 'node:http'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import {
  failureOf,
  givenOrigin,
  givenTimers,
  NEVER,
  openDocument,
  readAll,
} from '../../support/providers/document-origin.js'

const LIMIT = 50 * 2 ** 20
const URL = 'http://origin.example/folder/a.pdf'

const answering = (answer: (response: ServerResponse) => void) =>
  givenOrigin((_request, response) => answer(response))

/** Bytes as fast as they are taken, so many or without end. */
function pour(response: ServerResponse, total = Number.POSITIVE_INFINITY): void {
  const chunk = Buffer.alloc(2 ** 20, 'x')
  let left = total
  const more = () => {
    while (left > 0) {
      const piece = left >= chunk.length ? chunk : chunk.subarray(0, left)
      left -= piece.length
      if (!response.write(piece)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}

const lengthOf = async (download: ReturnType<typeof openDocument>): Promise<number> => {
  let length = 0
  for await (const chunk of (await download).bytes) length += chunk.length
  return length
}

test('a document of 50 MB is read whole', async () => {
  const { origin, server } = await answering((response) => pour(response, LIMIT))
  expect(await lengthOf(openDocument(origin, URL))).toBe(LIMIT)
  await server.left()
})

test('a document that turns out larger than 50 MB is given up, and its connection with it', async () => {
  const { origin, server } = await answering(pour)
  expect((await failureOf(lengthOf(openDocument(origin, URL)))).code).toBe('fetch_too_large')
  await server.left()
})

test('a document that declares to be larger is refused before it is read', async () => {
  const { origin, server } = await answering((response) => {
    response.writeHead(200, { 'content-length': LIMIT + 1 })
    response.write('x')
  })
  expect((await failureOf(openDocument(origin, URL))).code).toBe('fetch_too_large')
  await server.left()
})

test('a document that says it is smaller than it is is not read beyond that', async () => {
  const { origin } = await answering((response) => {
    response.socket?.write('HTTP/1.1 200 OK\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabcdef')
    response.socket?.end()
  })
  expect(String(await readAll(await openDocument(origin, URL)))).toBe('abc')
})

test('a document without any length ends with its connection', async () => {
  const { origin } = await answering((response) => {
    response.socket?.end('HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nabcdef')
  })
  expect(String(await readAll(await openDocument(origin, URL)))).toBe('abcdef')
})

test.each([
  ['shorter than declared', 'Content-Length: 9\r\n\r\nabc'],
  ['cut off within its chunks', 'Transfer-Encoding: chunked\r\n\r\n5\r\nab'],
  ['chunked in no way that is known', 'Transfer-Encoding: chunked\r\n\r\nzz\r\nab'],
])('a body that is %s is a failure of the connection', async (_, rest) => {
  const { origin } = await answering((response) => void response.socket?.end(`HTTP/1.1 200 OK\r\n${rest}`))
  const reading = openDocument(origin, URL).then(readAll)
  expect((await failureOf(reading)).code).toBe('fetch_connection_error')
})

test('a connection that is reset within the body is a failure of the connection', async () => {
  const { origin } = await answering((response) =>
    response.write('abc', () => response.socket?.resetAndDestroy()),
  )
  const reading = openDocument(origin, URL).then(readAll)
  expect((await failureOf(reading)).code).toBe('fetch_connection_error')
})

test('a reset before anybody reads is told to the one who does', async () => {
  const { origin, server } = await answering((response) => {
    response.writeHead(200)
    response.write('abc')
  })
  const opened = await openDocument(origin, URL)
  server.cut()
  await server.left()
  expect((await failureOf(readAll(opened))).code).toBe('fetch_connection_error')
})

test('a body that does not end within 120 seconds is a timeout', async () => {
  const { timers, pass, timed } = givenTimers()
  const { origin, server } = await givenOrigin((_request, response) => void response.write('abc'), {
    settings: { timers },
  })
  const { bytes } = await openDocument(origin, URL)
  const body = bytes[Symbol.asyncIterator]()
  expect(String(Buffer.from((await body.next()).value))).toBe('abc')
  const failure = failureOf(body.next())
  pass(119)
  expect(timed()).toEqual([120])
  pass(120)
  expect((await failure).code).toBe('fetch_timeout')
  await server.left()
})

test('a body that nobody reads is let go after 120 seconds', async () => {
  const { timers, pass } = givenTimers()
  const { origin, server } = await givenOrigin((_request, response) => void response.write('abc'), {
    settings: { timers },
  })
  const opened = await openDocument(origin, URL)
  pass(120)
  await server.left()
  expect((await failureOf(readAll(opened))).code).toBe('fetch_timeout')
})

test('the caller can end a download within the body, with a reason of its own', async () => {
  const { origin, server } = await answering((response) => void response.write('abc'))
  const stop = new AbortController()
  const { bytes } = await origin.open({ url: URL, headers: {} }, stop.signal)
  const body = bytes[Symbol.asyncIterator]()
  await body.next()
  const rest = body.next()
  const reason = new Error('cancelled')
  stop.abort(reason)
  await expect(rest).rejects.toBe(reason)
  await server.left()
})

test('a reader that leaves lets go of the connection and of the timers', async () => {
  const { timers, timed } = givenTimers()
  const { origin, server } = await givenOrigin((_request, response) => pour(response), {
    settings: { timers },
  })
  for await (const _ of (await origin.open({ url: URL, headers: {} }, NEVER)).bytes) break
  await server.left()
  expect(timed()).toEqual([])
})

test.each([
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['GZIP', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
])('an encoding that was not asked for is undone: %s', async (encoding, encode) => {
  const { origin } = await answering((response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(encode(Buffer.from('the document'))),
  )
  expect(String(await readAll(await openDocument(origin, URL)))).toBe('the document')
})

test.each(['identity', 'aws-chunked', 'gzip, gzip'])('the encoding %s is left as it is', async (encoding) => {
  const { origin } = await answering((response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end('the document'),
  )
  expect(String(await readAll(await openDocument(origin, URL)))).toBe('the document')
})

test.each([
  ['gzip', gzipSync],
  ['br', brotliCompressSync],
])('a bomb of %s is given up at 50 MB', async (encoding, encode) => {
  const bomb = encode(Buffer.alloc(LIMIT + 2 ** 20))
  expect(bomb.length).toBeLessThan(100_000)
  const { origin, server } = await answering((response) =>
    response.writeHead(200, { 'content-encoding': encoding }).end(bomb),
  )
  expect((await failureOf(lengthOf(openDocument(origin, URL)))).code).toBe('fetch_too_large')
  await server.left()
})

test.each([
  ['damaged', Buffer.from('no gzip at all')],
  ['cut short', gzipSync(Buffer.alloc(10_000, 'abc')).subarray(0, 30)],
])('an encoding that is %s is a failure of the connection', async (_, body) => {
  const { origin } = await answering((response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(body),
  )
  const reading = openDocument(origin, URL).then(readAll)
  expect((await failureOf(reading)).code).toBe('fetch_connection_error')
})

test.each([
  [undefined, null],
  ['inline', null],
  ['attachment; filename=plain.pdf', 'plain.pdf'],
  ['attachment; filename="with space; and \\"quotes\\".pdf"', 'with space; and "quotes".pdf'],
  ["attachment; filename=old.pdf; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf", 'r\u00e9sum\u00e9.pdf'],
  ["attachment; filename*=UTF-8''%E4%B8%AD.pdf; filename=old.pdf", '\u4e2d.pdf'],
  ["attachment; filename*=ISO-8859-1''%A3.pdf", '\u00a3.pdf'],
  ["attachment; filename=plain.pdf; filename*=UTF-8''%ff%zz", 'plain.pdf'],
  ['attachment; filename="r\u00c3\u00a9sum\u00c3\u00a9.pdf"', 'r\u00e9sum\u00e9.pdf'],
  ['attachment; filename="r\u00e9sum\u00e9.pdf"', 'r\u00e9sum\u00e9.pdf'],
  ['attachment; filename=', ''],
  ['";;;=', null],
])('Content-Disposition %j names the file %j', async (disposition, filename) => {
  const line = disposition === undefined ? '' : `Content-Disposition: ${disposition}\r\n`
  const { origin } = await answering(
    (response) => void response.socket?.end(`HTTP/1.1 200 OK\r\n${line}Content-Length: 1\r\n\r\nx`, 'latin1'),
  )
  const opened = await openDocument(origin, URL)
  expect(opened.filename).toBe(filename)
  await readAll(opened)
})
