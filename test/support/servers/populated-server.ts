import type { RequestListener } from 'node:http'
import { fileURLToPath } from 'node:url'
import { afterAll } from 'vitest'
import type { Scope } from '../../../src/contract/scopes.js'
import type { ReadyLine, RunningServer } from '../../../src/runtime/create-server.js'
import { exchange } from '../http/exchange.js'
import { startOrigin } from '../providers/document-origin.js'
import { createTestServer } from './test-server.js'

export type Headers = Readonly<Record<string, string>>
export type Ask = {
  readonly method: string
  readonly path: string
  readonly headers?: Headers
  readonly body?: unknown
  readonly form?: FormData | undefined
  /** A body of these very bytes, said to be JSON. */
  readonly bytes?: Uint8Array<ArrayBuffer>
}
export type Reply = {
  readonly status: number
  readonly headers: globalThis.Headers
  readonly text: string
  readonly body: unknown
}
export type Populated = Omit<PopulatedWorld, 'isAsItBegan'>
export type PopulatedWorld = Awaited<ReturnType<typeof populatedOn>>

type World = PopulatedWorld & { readonly reset: () => Promise<World>; readonly stop: () => Promise<void> }

/** No answer to anyone but the owner holds this word, nor any of the ids. */
export const OWNER_MARKER = /vermilion/i
export const STRANGER_KEY = 'svc_00000000000000000stranger'
export const FULL_CHARACTER_ID = '11111111-1111-4111-8111-111111111111'
export const BARE_CHARACTER_ID = '22222222-2222-4222-8222-222222222222'
const SHARE_ID = '99999999-9999-4999-8999-999999999999'
export const ADA_CONVERSATION_ID = '33333333-3333-4333-8333-333333333333'
export const BOB_CONVERSATION_ID = '44444444-4444-4444-8444-444444444444'

const CONTROL = '/api/control/v1'

/**
 * To be called once in a test file, for a call that opens a whole server which has something of every kind
 * (`populated.yaml`), and ways to ask it as anyone. The next test gets it too while no request has changed anything in it.
 */
export function usePopulated(): () => Promise<Populated> {
  let world: World | undefined
  afterAll(() => world?.stop())
  return async () => {
    if (world?.isAsItBegan() !== true)
      world = world === undefined ? await startPopulated() : await world.reset()
    return world
  }
}

const READS = ['GET', 'HEAD', 'OPTIONS']
/** Something new, which leaves what was there as it was. */
const ADDS: ReadonlySet<number> = new Set([201])

async function startPopulated() {
  const server = await createTestServer(populatedSettings(new URL('populated.yaml', import.meta.url)))
  return openWorld(server)
}

/** A test that changed something resets the server, which is quicker than to start another. */
async function openWorld(server: RunningServer): Promise<World> {
  const world = await populatedOn(server.ready, async (listener) => (await startOrigin(listener)).port)
  const reset = async (): Promise<World> => {
    const { status, text } = await world.send({
      ...{ method: 'POST', path: `${CONTROL}/local/reset`, headers: world.asOwner },
    })
    if (status !== 204) throw new Error(`The server was not reset: ${text}`)
    return openWorld(server)
  }
  return { ...world, reset, stop: () => server.stop() }
}

/** How a server is started that has what this file says. */
export const populatedSettings = (worldFile: URL) => ({
  logLevel: 'silent' as const,
  clock: '2030-01-02T03:04:05Z',
  // Documents come from servers of the test.
  allowPrivateHosts: ['127.0.0.1'],
  worldFiles: [fileURLToPath(worldFile)],
})

/** Serves this on 127.0.0.1 for as long as the world is needed; returns the port. */
type Serve = (listener: RequestListener) => Promise<number>

/** Ways to ask such a server as anyone. */
export async function populatedOn({ baseUrl, apiKey, localSecret, account }: ReadyLine, serve: Serve) {
  let hasChanged = false

  async function send({ method, path, headers = {}, body, form, bytes }: Ask): Promise<Reply> {
    const json = bytes ?? (body === undefined ? undefined : JSON.stringify(body))
    const isJson = json !== undefined && form === undefined
    const answer = await exchange(new URL(baseUrl + path), {
      method,
      headers: { ...(isJson ? { 'content-type': 'application/json' } : {}), ...headers },
      payload: form ?? json,
    })
    const { status, text } = answer
    const isOk = status >= 200 && status < 300
    if (isOk && !READS.includes(method) && !ADDS.has(status)) hasChanged = true
    return { ...answer, body: read(text) }
  }

  async function idTokenOf(email: string): Promise<string> {
    const headers = { 'x-parley-local': localSecret }
    const { body } = await send({
      method: 'POST',
      path: `${CONTROL}/identity/token`,
      headers,
      body: { email },
    })
    return (body as { idToken: string }).idToken
  }
  const idToken = await idTokenOf(account.email)
  const asOwner = { authorization: `Bearer ${idToken}` }

  /** Another key of the owner's: one more is no change that another test would notice. */
  async function makeKey(scopes: readonly Scope[]) {
    const ask = {
      method: 'POST',
      path: `${CONTROL}/keys`,
      headers: asOwner,
      body: { name: 'vermilion', scopes },
    }
    const changedBefore = hasChanged
    const { body } = await send(ask)
    hasChanged = changedBefore
    return body as { readonly id: string; readonly key: string }
  }
  const organizations = await send({ method: 'GET', path: `${CONTROL}/organizations`, headers: asOwner })
  const [{ id: orgId }] = (organizations.body as { organizations: [{ id: string }] }).organizations
  const members = await send({
    method: 'GET',
    path: `${CONTROL}/organizations/${orgId}/members`,
    headers: asOwner,
  })
  const [, { accountId }] = (members.body as { members: [unknown, { accountId: string }] }).members
  const { body: remembered } = await send({
    method: 'GET',
    path: `/api/v1/characters/${FULL_CHARACTER_ID}/players/ada/memories`,
    headers: { 'x-api-key': apiKey },
  })
  const [{ id: memoryId }] = (remembered as { memories: [{ id: string }] }).memories
  const { id: keyId } = await makeKey(['characters:read'])
  const opened = await send({ method: 'POST', path: `/api/v1/share/${SHARE_ID}/open` })
  const { sessionToken } = opened.body as { sessionToken: string }
  hasChanged = false

  return {
    serve,
    isAsItBegan: () => !hasChanged,
    send,
    makeKey,
    idTokenOf,
    apiKey,
    localSecret,
    idToken,
    /** Of a share of the whole character. */
    sessionToken,
    asOwner,
    /** What stands in a path under the name of each parameter. */
    ids: {
      characterId: FULL_CHARACTER_ID,
      playerId: 'ada',
      memoryId,
      orgId,
      accountId,
      keyId,
      shareId: SHARE_ID,
    } as Readonly<Record<string, string>>,
  }
}

/** Not every answer is JSON: metrics are text for those who ask so. */
function read(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
