import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { type AddressInfo, isIP, type LookupFunction, Socket } from 'node:net'
import type { TLSSocket } from 'node:tls'
import { onTestFinished } from 'vitest'
import type { Resolve } from '../../../src/adapters/download/addresses.js'
import { type OpenSocket, openSocket } from '../../../src/adapters/download/connect.js'
import { createDocumentOrigin } from '../../../src/adapters/download/document-origin.js'
import { DocumentFailure } from '../../../src/domain/documents/failure.js'
import type { DocumentOrigin, OpenedDocument } from '../../../src/domain/documents/ports.js'
import { createTimers } from '../../../src/runtime/process/timers.js'
import { createConditionVariable } from '../condition-variable.js'
import { ORIGIN_CERTIFICATE, ORIGIN_KEY } from './origin-certificate.js'

/** An address that passes for public; a test's connector leads from it to a server of the test. */
export const PUBLIC = '93.184.215.14'
export const ALSO_PUBLIC = '2606:2800:21f:cb07:6820:80da:af6b:8b2c'

export type Asked = {
  readonly url: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly serverName: string | false | null | undefined
}

/** A web server on 127.0.0.1 that is closed with the test. */
export async function startOrigin(listener: RequestListener, { tls = false } = {}) {
  const asked: Asked[] = []
  const watch = createConditionVariable()
  let open = 0
  const listen: RequestListener = (request, response) => {
    const { url = '', headers, socket } = request
    asked.push({ url, headers, serverName: (socket as Partial<TLSSocket>).servername })
    watch.wake()
    listener(request, response)
  }
  const server: Server = tls
    ? createHttpsServer({ key: ORIGIN_KEY, cert: ORIGIN_CERTIFICATE }, listen)
    : createHttpServer(listen)
  server.on('connection', (socket) => {
    open++
    watch.wake()
    socket.on('close', () => {
      open--
      watch.wake()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  const { port } = server.address() as AddressInfo
  return {
    port,
    asked,
    /** Resolves once that many requests have come. */
    requests: (count: number) => watch.until(() => asked.length >= count),
    /** Resets every connection. */
    cut: () => server.closeAllConnections(),
    /** Resolves once nobody is connected. */
    left: () => watch.until(() => open === 0),
  }
}

type Internet = {
  /** What each name resolves to; any other does not exist. */
  readonly names?: Readonly<Record<string, readonly string[]>>
  /** `ADDRESS:PORT` → port of a server of the test. */
  readonly ports?: Readonly<Record<string, number>>
  /** Whether the certificate of the test's servers is vouched for. */
  readonly trusted?: boolean
  readonly settings?: Partial<Parameters<typeof createDocumentOrigin>[0]>
}

/**
 * The real fetcher in an internet of the test's making. Its connector writes down each address that it is to connect to,
 * and connects to nothing but servers of the test, so that a broken guard is seen and harms nobody.
 */
export function givenInternet({ names = {}, ports = {}, trusted = false, settings = {} }: Internet) {
  const lookedUp: string[] = []
  const connections: string[] = []
  const resolve: Resolve = async (name) => {
    lookedUp.push(name)
    return names[name] ?? Promise.reject(new Error('ENOTFOUND'))
  }
  const open: OpenSocket = ({ isSecure, options }) => {
    const to = `${addressOf(options)}:${options.port}`
    connections.push(to)
    const port = ports[to]
    if (port === undefined) return new Socket().destroy(new Error('no such server in this test'))
    const lookup: LookupFunction = (_name, { all }, answer) =>
      all ? answer(null, [{ address: '127.0.0.1', family: 4 }]) : answer(null, '127.0.0.1', 4)
    const host = isIP(options.host) === 0 ? options.host : '127.0.0.1'
    const ca = trusted ? { ca: ORIGIN_CERTIFICATE } : {}
    return openSocket({ isSecure, options: { ...options, host, port, lookup, ...ca } })
  }
  const origin = createDocumentOrigin({
    timers: createTimers(),
    allowed: [],
    resolve,
    open,
    ...settings,
  })
  return { origin, lookedUp, connections }
}

/** Where a connection would go to. */
function addressOf({ host, lookup }: Parameters<OpenSocket>[0]['options']): string {
  if (isIP(host) !== 0) return host
  let found = ''
  lookup?.(host, { all: false }, (_error, address) => {
    found = String(address)
  })
  return found
}

/** `origin.example`, at a public address, served by this listener. */
export async function givenOrigin(
  listener: RequestListener,
  more: Internet & { readonly tls?: boolean } = {},
) {
  const server = await startOrigin(listener, more)
  const internet = givenInternet({
    ...more,
    names: { 'origin.example': [PUBLIC], ...more.names },
    ports: { [`${PUBLIC}:${more.tls === true ? 443 : 80}`]: server.port, ...more.ports },
  })
  return { ...internet, server }
}

export const NEVER: AbortSignal = new AbortController().signal

export const openDocument = (origin: DocumentOrigin, url: string, headers: Record<string, string> = {}) =>
  origin.open({ url, headers }, NEVER)

export async function readAll({ bytes }: OpenedDocument): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** The failure that a promise of a download ends with; anything else is thrown. */
export async function failureOf(download: Promise<unknown>): Promise<DocumentFailure> {
  const error = await download.then(
    () => new Error('the download did not fail'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof DocumentFailure) return error
  throw error
}

/** Timers that go off when the test says so. */
export function givenTimers() {
  const pending = new Map<() => void, number>()
  return {
    timers: {
      after: (ms: number, due: () => void) => {
        pending.set(due, ms)
        return () => void pending.delete(due)
      },
    },
    /** Seconds of what is being timed, in order. */
    timed: () => [...pending.values()].map((ms) => ms / 1000).sort((one, other) => one - other),
    pass: (seconds: number) => {
      for (const [due, ms] of [...pending]) if (ms <= seconds * 1000 && pending.delete(due)) due()
    },
  }
}
