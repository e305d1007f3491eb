import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

export type Sent = {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload: string | Uint8Array<ArrayBuffer> | FormData | undefined
}
export type Exchanged = { readonly status: number; readonly headers: Headers; readonly text: string }

/**
 * One request over a connection that stays open. `fetch` would take twice as long for it, which counts where thousands are
 * sent; nothing is followed, and no compressed answer is asked for.
 */
export async function exchange(url: URL, { method, headers, payload }: Sent): Promise<Exchanged> {
  const { type, bytes } = await bytesOf(payload)
  const length = bytes === undefined ? {} : { 'content-length': String(bytes.length) }
  const asked = request(url, { method, headers: { ...type, ...length, ...headers } })
  asked.end(bytes)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: headersOf(answer), text: await text(answer) }
}

async function bytesOf(payload: Sent['payload']) {
  if (payload === undefined || payload instanceof Uint8Array) return { type: {}, bytes: payload }
  if (typeof payload === 'string') return { type: {}, bytes: Buffer.from(payload) }
  const form = new Response(payload)
  const type = { 'content-type': form.headers.get('content-type') ?? '' }
  return { type, bytes: new Uint8Array(await form.arrayBuffer()) }
}

/** Whichever of them come several times keep all their values. */
function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const pairs = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  )
  return new Headers(pairs)
}
