import { openPolling } from '../polling.js'
import { openByteSocket, TEXT } from '../providers/byte-socket.js'

/** A server that is attacked, and what whoever has credentials knows. */
export type Target = { readonly baseUrl: string; readonly apiKey: string; readonly characterId: string }

/** The largest or most nested input of one entry. */
export type Attack = {
  readonly name: string
  /** Bytes that are sent, more or less. */
  readonly bytes: number
  /** What came of it: a status, `closed`, or `open`. */
  send(target: Target): Promise<string>
}

const MB = 2 ** 20

export const nested = (bytes: number): string => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`
export const wide = (bytes: number): string => `[${'[],'.repeat(bytes / 3 - 1)}[]]`

/** Every entry of the socket and of REST, `share` of the largest input it could be sent (1: all of it). */
export const attacks = (share: number): readonly Attack[] => [
  ...strangers(share),
  ...clients(share),
  ...requests(share),
]

const joins = (bytes: number) => Array.from({ length: Math.floor(bytes / 8) }, () => '40/sdk,')

/** By the socket, without credentials. */
const strangers = (share: number): Attack[] => [
  polled('polling, 64 KB of joins, unauthenticated', joins(MB / 16)),
  polled('polling, joins, unauthenticated', joins(8 * MB * share)),
  framed('websocket, a nested join, unauthenticated', [`40/sdk,{"a":${nested(19 * MB * share)}}`]),
  framed('websocket, joins, unauthenticated', joins(MB * share)),
  framed('websocket, events, unauthenticated', ['40/sdk,', ...many('42/sdk,["text",{}]', 20_000 * share)]),
]

/** By the socket, with a session. */
const clients = (share: number): Attack[] => [
  polled('polling, tiny packets', many('3', 9 * MB * share), true),
  framed('websocket, a nested event', [`42/sdk,["text",${nested(19 * MB * share)}]`], true),
  framed('websocket, a wide event', [`42/sdk,["text",${wide(19 * MB * share)}]`], true),
  framed('websocket, events', many('42/sdk,0["hello"]', 20_000 * share), true),
  framed(
    'websocket, audio of two bytes',
    many('42/sdk,["stream_audio",{"audio":"AAA="}]', 20_000 * share),
    true,
  ),
  framed(
    'websocket, subscriptions',
    many('42/sdk,["subscribe_encounter",{"encounterId":"x"}]', 20_000 * share),
    true,
  ),
]

const requests = (share: number): Attack[] => [
  posted('batch, unauthenticated', { path: '/characters/batch', body: nested(10 * MB * share) }),
  posted('batch, nested', { path: '/characters/batch', body: nested(10 * MB * share), isOwner: true }),
  posted('batch, wide', { path: '/characters/batch', body: wide(10 * MB * share), isOwner: true }),
  posted('character, nested', { path: '/characters', body: nested(MB * share), isOwner: true }),
  posted('character, nested persona', {
    path: '/characters',
    body: `{"persona":${'{"a":'.repeat((MB * share) / 7)}1${'}'.repeat((MB * share) / 7)}}`,
    isOwner: true,
  }),
  uploaded('avatar, unauthenticated', { bytes: 20 * MB * share }),
  uploaded('avatar, a large text field', { bytes: 10 * MB * share, isOwner: true }),
  posted('share exchange, nested, no credential', { path: '/share/none/exchange', body: nested(MB * share) }),
]

const many = (packet: string, count: number) => Array.from({ length: Math.floor(count) }, () => packet)

const shown = ({ apiKey, characterId }: Target) =>
  `40/sdk,${JSON.stringify({ api_key: apiKey, character_id: characterId, player_id: 'hostile' })}`

function polled(name: string, packets: readonly string[], isClient = false): Attack {
  const payload = packets.join('\x1e')
  return {
    name,
    bytes: payload.length,
    send: async (target) => {
      const client = await openPolling({ url: target.baseUrl })
      if (isClient) {
        await client.post(shown(target))
        for (let heard = ''; !heard.includes('session_info'); ) heard += await client.poll()
      }
      const answer = await client.post(payload)
      if (answer === '413') return answer
      const [heard = ''] = await client.poll()
      return heard === '400' ? 'closed' : 'open'
    },
  }
}

function framed(name: string, messages: readonly string[], isClient = false): Attack {
  return {
    name,
    bytes: messages.reduce((sum, { length }) => sum + length + 6, 0),
    send: async (target) => {
      const socket = await openByteSocket(Number(new URL(target.baseUrl).port))
      try {
        if (isClient) {
          socket.send(shown(target))
          await socket.frame('42/sdk,["session_info"')
        }
        await socket.sendAll(messages)
        // Answered behind all of it, if anything is.
        socket.sendBytes(TEXT, Buffer.from('42/sdk,999999["done"]'))
        await socket.until(
          () => socket.isEnded() || socket.frames.some((frame) => frame.startsWith('43/sdk,999999')),
        )
        return socket.isEnded() ? 'closed' : 'open'
      } finally {
        socket.destroy()
      }
    },
  }
}

type Upload = { readonly bytes: number; readonly isOwner?: boolean }

const uploaded = (name: string, { bytes, isOwner = false }: Upload): Attack => ({
  name: `REST, ${name}`,
  bytes,
  send: async ({ baseUrl, apiKey, characterId }) => {
    const form = new FormData()
    form.append('note', nested(bytes))
    const response = await fetch(`${baseUrl}/api/v1/characters/${characterId}/avatar`, {
      method: 'PUT',
      headers: isOwner ? { 'x-api-key': apiKey } : {},
      body: form,
    })
    await response.arrayBuffer()
    return String(response.status)
  },
})

type Post = { readonly path: string; readonly body: string; readonly isOwner?: boolean }

const posted = (name: string, { path, body, isOwner = false }: Post): Attack => ({
  name: `REST, ${name}`,
  bytes: body.length,
  send: async ({ baseUrl, apiKey }) => {
    const response = await fetch(`${baseUrl}/api/v1${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(isOwner && { 'x-api-key': apiKey }) },
      body,
    })
    await response.arrayBuffer()
    return String(response.status)
  },
})
