import { type AddressInfo, createServer, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { createRandomSources } from '../../../src/runtime/process/random.js'
import { createConditionVariable } from '../condition-variable.js'

const CUTS = [
  'nowhere',
  'before the head',
  'in the head',
  'before the body',
  'in the body',
  'in a chunk header',
  'before the last chunk',
  'in the last chunk',
] as const
type Cut = (typeof CUTS)[number]

/** How an origin answers, and how its connection ends. */
export type Misbehaviour = {
  readonly framing: 'length' | 'chunked' | 'close'
  readonly encoding: 'identity' | 'gzip'
  readonly connection: 'close' | 'keep-alive'
  readonly cut: Cut
  readonly ending: 'fin' | 'reset'
  /** Bytes follow the whole response. */
  readonly hasExcess: boolean
  /** In so many writes, with the event loop running in between. */
  readonly writes: number
  /** Turns of the event loop before the first byte. */
  readonly hesitates: number
  /** Bytes by which the document is made longer: more than a reader takes at once, or not. */
  readonly padding: number
  /** The reader takes this many chunks, and then none until the origin is done. */
  readonly heldAfter: number | undefined
}

/**
 * `failed`: with the connection. `cut`: a part, which passes for the whole. `either`: a reset overtakes what was sent
 * before it, or not, so that it is whole or failed. `any`: whole, failed or cut.
 */
export type Outcome = 'whole' | 'failed' | 'cut' | 'either' | 'any'

/** The same origins for the same seed. Half of them send the whole response: these are the ones that ended the process. */
export function misbehaviours(seed: string, count: number): Misbehaviour[] {
  const { random } = createRandomSources({ seed, start: 1 })
  const among = <T>(...of: readonly [T, ...T[]]): T => of[Math.floor(random.next() * of.length)] ?? of[0]
  return Array.from({ length: count }, () => {
    const framing = among<Misbehaviour['framing']>('length', 'length', 'chunked', 'close')
    const possible = CUTS.filter((cut) => framing === 'chunked' || !cut.includes('chunk'))
    return {
      framing,
      encoding: among<Misbehaviour['encoding']>('identity', 'identity', 'gzip'),
      connection: among<Misbehaviour['connection']>('close', 'close', 'keep-alive'),
      cut: random.next() < 0.5 ? 'nowhere' : among<Cut>('in the body', ...possible),
      ending: among<Misbehaviour['ending']>('fin', 'fin', 'fin', 'reset'),
      hasExcess: framing !== 'close' && random.next() < 0.1,
      writes: among(1, 1, 2, 7),
      hesitates: among(0, 0, 30),
      padding: among(0, 20_000, 70_000, 100_000, 300_000),
      heldAfter: among(undefined, 0, 0, 1),
    }
  })
}

export function outcomeOf({ framing, encoding, cut, ending }: Misbehaviour): Outcome {
  if (cut !== 'nowhere' && !(framing === 'close' && cut.endsWith('the body'))) return 'failed'
  if (framing !== 'close') return ending === 'fin' ? 'whole' : 'either'
  // Without a length, the end of the connection is the end of the document, also if that is reset.
  if (ending === 'reset') return 'any'
  if (cut === 'nowhere') return 'whole'
  return encoding === 'identity' ? 'cut' : 'failed'
}

/** A web server on 127.0.0.1 whose path `/N` is answered as the Nth of these says, with the Nth document. */
export async function startMisbehavingOrigins(
  origins: readonly Misbehaviour[],
  documentOf: (rudeness: Misbehaviour, at: number) => Buffer,
) {
  const watch = createConditionVariable()
  const done = new Set<number>()
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', async (request) => {
      const at = Number(/^\w+ \/(\d+)/.exec(String(request))?.[1])
      const rudeness = origins[at]
      if (rudeness === undefined) return socket.destroy()
      await answer(socket, rudeness, documentOf(rudeness, at))
      done.add(at)
      watch.wake()
    })
    // Whoever keeps the connection may ask again, in vain.
    socket.on('end', () => socket.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    port: (server.address() as AddressInfo).port,
    /** Resolves once the origin has sent everything and the reader's side had time to see its end, or is stuck. */
    spent: async (at: number) => {
      for (let turn = 0; turn < 300 && !done.has(at); turn++) await nextTurn()
      await turns(20)
    },
  }
}

async function answer(socket: Socket, rudeness: Misbehaviour, document: Buffer): Promise<void> {
  await turns(rudeness.hesitates)
  const bytes = responseOf(rudeness, document)
  const step = Math.max(1, Math.ceil(bytes.length / rudeness.writes))
  for (let from = 0; from < bytes.length; from += step) {
    if (from > 0) await turns(3)
    if (socket.destroyed) return
    await new Promise((resolve) => socket.write(bytes.subarray(from, from + step), resolve))
  }
  if (rudeness.ending === 'reset') socket.resetAndDestroy()
  else if (rudeness.connection === 'close' || rudeness.framing === 'close' || rudeness.cut !== 'nowhere') {
    await new Promise<void>((resolve) => socket.end(resolve))
  }
}

function responseOf(
  { framing, encoding, connection, cut, hasExcess }: Misbehaviour,
  document: Buffer,
): Buffer {
  const body = encoding === 'gzip' ? gzipSync(document) : document
  const head = Buffer.from(
    [
      'HTTP/1.1 200 OK',
      'Content-Type: application/pdf',
      `Connection: ${connection}`,
      ...(encoding === 'gzip' ? ['Content-Encoding: gzip'] : []),
      ...(framing === 'length' ? [`Content-Length: ${body.length}`] : []),
      ...(framing === 'chunked' ? ['Transfer-Encoding: chunked'] : []),
      '\r\n',
    ].join('\r\n'),
  )
  const half = Math.floor(body.length / 2)
  const chunk = (bytes: Buffer) =>
    Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
  const first = framing === 'chunked' ? chunk(body.subarray(0, half)) : body.subarray(0, half)
  const second = framing === 'chunked' ? chunk(body.subarray(half)) : body.subarray(half)
  const last = Buffer.from(framing === 'chunked' ? '0\r\n\r\n' : '')
  const excess = Buffer.from(hasExcess && cut === 'nowhere' ? 'HTTP/1.1 200 OK\r\nand more' : '')
  const whole = Buffer.concat([head, first, second, last, excess])
  const afterFirst = head.length + first.length
  const ends: Record<Cut, number> = {
    nowhere: whole.length,
    'before the head': 0,
    'in the head': Math.floor(head.length / 2),
    'before the body': head.length,
    'in the body': afterFirst + Math.floor(half / 2),
    'in a chunk header': afterFirst + 1,
    'before the last chunk': afterFirst + second.length,
    'in the last chunk': afterFirst + second.length + 2,
  }
  return whole.subarray(0, ends[cut])
}

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await nextTurn()
}
