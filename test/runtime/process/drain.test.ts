import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createDrain } from '../../../src/runtime/process/drain.js'

/** A server whose requests the test answers, and timers that it lets run out. */
async function givenServer() {
  const server = createServer({ keepAliveTimeout: 3_600_000 })
  const due: (() => void)[] = []
  const after = (_ms: number, run: () => void) => {
    due.push(run)
    return () => void due.splice(due.indexOf(run), 1)
  }
  const drain = createDrain(server, { after })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => server.closeAllConnections())
  const { port } = server.address() as AddressInfo
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    const received = text(socket)
    received.catch(() => undefined)
    return {
      socket,
      received,
      send: (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
    }
  }
  const request = async () => {
    const [asked, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
    return { asked, response }
  }
  return { server, drain, due, open, request, port }
}

test('requests that have come in are answered, and their connections end', async () => {
  const { drain, open, request } = await givenServer()
  const [one, two] = [open(), open()]
  one.send('/one')
  const first = await request()
  two.send('/two')
  const second = await request()
  let isDrained = false
  const drained = drain.finish(1000).then(() => {
    isDrained = true
  })
  first.response.end('answer one')
  expect(await one.received).toMatch(/connection: close[\s\S]*answer one$/i)
  expect(isDrained).toBe(false)
  second.response.end('answer two')
  expect(await two.received).toMatch(/connection: close[\s\S]*answer two$/i)
  await drained
})

test('once a stop is announced, requests are still answered, and their connections end', async () => {
  const { drain, open, request } = await givenServer()
  const early = open()
  early.send('/early')
  const before = await request()
  drain.announce()
  const late = open()
  late.send('/late')
  const after = await request()
  before.response.end('answer one')
  expect(await early.received).toMatch(/connection: close[\s\S]*answer one$/i)
  after.response.end('answer two')
  expect(await late.received).toMatch(/connection: close[\s\S]*answer two$/i)
  await drain.finish(1000)
})

test('a request that lies in its socket when the stop begins is answered', async () => {
  const { drain, open, request } = await givenServer()
  const late = open()
  await once(late.socket, 'connect')
  late.send('/late')
  const asked = request()
  const drained = drain.finish(1000)
  const { response } = await asked
  response.end('answer')
  expect(await late.received).toMatch(/connection: close[\s\S]*answer$/i)
  await drained
})

test('connections that wait for another request end at once, and new ones are refused', async () => {
  const { drain, open, request, port } = await givenServer()
  const idle = open()
  idle.send('/')
  ;(await request()).response.end('answer')
  const busy = open()
  busy.send('/')
  const { response } = await request()
  const drained = drain.finish(1000)
  expect(await idle.received).toMatch(/answer$/)
  const refused = connect(port, '127.0.0.1')
  expect(await once(refused, 'error')).toMatchObject([{ code: 'ECONNREFUSED' }])
  response.end()
  await drained
})

test('an answer whose beginning was sent already ends its connection, too', async () => {
  const { drain, open, request } = await givenServer()
  const streamed = open()
  streamed.send('/')
  const { response } = await request()
  response.write('begin')
  const drained = drain.finish(1000)
  response.end('end')
  await drained
  expect(await streamed.received).toContain('end')
})

test('a request that is never answered holds up the stop no longer than allowed', async () => {
  const { drain, due, open, request } = await givenServer()
  open().send('/')
  await request()
  const drained = drain.finish(1000)
  await expect.poll(() => due.length, { timeout: 30_000 }).toBe(1)
  due[0]?.()
  await drained
})

test('a client that goes away is not waited for', async () => {
  const { drain, open, request } = await givenServer()
  const gone = open()
  gone.send('/')
  await request()
  const drained = drain.finish(1000)
  gone.socket.destroy()
  await drained
})
