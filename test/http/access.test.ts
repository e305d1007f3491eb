import { expect, test } from 'vitest'
import { operations } from '../../src/contract/index.js'
import type { Operation } from '../../src/contract/operation.js'
import { SCOPES, type Scope } from '../../src/contract/scopes.js'
import { ownerCredential, requestFor, requestSamplesOf, strayNames } from '../support/http/request-samples.js'
import {
  type Ask,
  type Headers,
  OWNER_MARKER,
  type Populated,
  type Reply,
  STRANGER_KEY,
  usePopulated,
} from '../support/servers/populated-server.js'

const openPopulated = usePopulated()

/** What an operation asks for, as `config` says it. A new kind of access does not compile until it has its rows. */
type Kind = 'scope' | 'id_token' | 'staff' | 'local' | 'none'
const kindOf = ({ config }: Operation): Kind => ('scope' in config ? 'scope' : config.credential)
const scopeOf = ({ config }: Operation): Scope => ('scope' in config ? config.scope : 'characters:read')
const isRead = (operation: Operation) => scopeOf(operation).endsWith(':read')

/**
 * How an operation meets a credential: with a refusal of its own words; as if there were nothing (`hidden`: 404, or
 * lists and new things of the asking account's own); or as it should (`served`).
 */
type Meeting = { readonly status: number; readonly detail: unknown; readonly challenge: string | null }
type Outcome = Meeting | 'hidden' | 'served'

const refused = (detail: string): Meeting => ({ status: 401, detail, challenge: 'Bearer' })
const lacks = (scope: Scope): Meeting => ({
  status: 403,
  detail: {
    error: 'insufficient_scope',
    message: `This API key lacks the scope ${scope}`,
    requiredScope: scope,
  },
  challenge: `Bearer error="insufficient_scope", scope="${scope}"`,
})
const staffOnly: Meeting = { status: 403, detail: 'Staff only', challenge: null }

type Row = {
  readonly who: string
  readonly as: (world: Populated, operation: Operation) => Promise<Headers> | Headers
  readonly meets: Readonly<Record<Kind, Outcome | ((operation: Operation) => Outcome)>>
}

const WHERE =
  'it is localSecret in the ready line of the server, in its --ready-file and in server.json of its data folder'
const sessionToken = `sst_${'0'.repeat(32)}`
const key = (text: string) => ({ 'x-api-key': text })
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const made = async (world: Populated, scopes: readonly Scope[]) => key((await world.makeKey(scopes)).key)
const resourceOf = (operation: Operation) => scopeOf(operation).split(':')[0]

const noKey = { scope: refused('Invalid API key'), id_token: refused('Missing ID token') } as const
const noKeyAsBearer = { scope: refused('Invalid API key'), id_token: refused('Invalid API key') } as const
const beyondSessions: Meeting = {
  status: 403,
  detail: 'Session tokens cannot manage characters',
  challenge: null,
}
const isBearer = ({ config }: Operation) => 'scope' in config && config.keyAs === 'bearer'
const isOpenToSessions = ({ config }: Operation) => 'scope' in config && config.sessions === true
const noIdToken = { scope: refused('Invalid ID token'), id_token: refused('Invalid ID token') } as const
const noSecret = refused(`Missing local secret in the header X-Parley-Local: ${WHERE}`)
const both = (meets: Record<'scope' | 'id_token', Row['meets'][Kind]>): Row['meets'] => ({
  ...meets,
  staff: meets.id_token,
  local: noSecret,
  none: 'served',
})

/** Each credential, and how each kind of operation meets it. */
const rows: readonly Row[] = [
  { who: 'nobody', as: () => ({}), meets: both({ ...noKey, scope: refused('Missing API key') }) },
  { who: 'an empty key', as: () => key(''), meets: both({ ...noKey, scope: refused('Missing API key') }) },
  { who: 'an unknown key', as: () => key(`svc_${'0'.repeat(43)}`), meets: both(noKey) },
  { who: 'a key of another make', as: () => key('nonsense'), meets: both(noKey) },
  { who: 'an overlong key', as: () => key(`svc_${'x'.repeat(4000)}`), meets: both(noKey) },
  { who: 'an unknown session token', as: () => key(sessionToken), meets: both(noKey) },
  { who: 'an unknown session token as bearer', as: () => bearer(sessionToken), meets: both(noKeyAsBearer) },
  {
    who: 'a live session token',
    as: (world) => key(world.sessionToken),
    meets: both({
      ...noKey,
      scope: (operation) => (isOpenToSessions(operation) ? 'served' : beyondSessions),
    }),
  },
  {
    who: 'a live session token as bearer',
    as: (world) => bearer(world.sessionToken),
    meets: both({
      scope: (operation) => (isOpenToSessions(operation) ? 'served' : beyondSessions),
      id_token: beyondSessions,
    }),
  },
  {
    who: 'a key with every scope but those of the resource',
    as: (world, operation) =>
      made(
        world,
        SCOPES.filter((scope) => !scope.startsWith(`${resourceOf(operation)}:`)),
      ),
    meets: both({ ...noKey, scope: (operation) => lacks(scopeOf(operation)) }),
  },
  {
    who: 'a key that may only read the resource',
    as: (world, operation) => made(world, [`${resourceOf(operation)}:read` as Scope]),
    meets: both({
      ...noKey,
      scope: (operation) => (isRead(operation) ? 'served' : lacks(scopeOf(operation))),
    }),
  },
  {
    who: 'a key that may write the resource',
    as: (world, operation) => made(world, [`${resourceOf(operation)}:write` as Scope]),
    meets: both({ ...noKey, scope: 'served' }),
  },
  {
    who: 'a key of another account',
    as: () => key(STRANGER_KEY),
    meets: both({ ...noKey, scope: 'hidden' }),
  },
  {
    who: 'a key as bearer',
    as: ({ apiKey }) => bearer(apiKey),
    meets: both({
      ...noIdToken,
      scope: (operation) => (isBearer(operation) ? 'served' : refused('Invalid ID token')),
    }),
  },
  {
    who: 'an ID token as key',
    as: ({ idToken }) => key(idToken),
    meets: both({
      ...noKey,
      // Sent as bearer there, as every key is, it is what it is.
      scope: (operation) => (isBearer(operation) ? 'served' : refused('Invalid API key')),
    }),
  },
  {
    who: 'a broken ID token',
    as: ({ idToken }) => bearer(`${idToken.slice(0, -4)}AAAA`),
    meets: both(noIdToken),
  },
  {
    who: 'an ID token of another account',
    as: async ({ idTokenOf }) => bearer(await idTokenOf('stranger@example.org')),
    meets: { ...both({ scope: 'hidden', id_token: 'hidden' }), staff: staffOnly },
  },
  {
    who: 'the local secret of another start',
    as: ({ localSecret }) => ({
      'x-parley-local': localSecret.replace(/^./, (first) => (first === 'a' ? 'b' : 'a')),
    }),
    meets: {
      ...both({ scope: refused('Missing API key'), id_token: refused('Missing ID token') }),
      local: refused(`Invalid local secret in the header X-Parley-Local; it is new at each start: ${WHERE}`),
    },
  },
  {
    who: 'the local secret',
    as: ({ localSecret }) => ({ 'x-parley-local': localSecret }),
    meets: {
      ...both({ scope: refused('Missing API key'), id_token: refused('Missing ID token') }),
      local: 'served',
    },
  },
  { who: 'an ID token', as: ({ asOwner }) => asOwner, meets: both({ scope: 'served', id_token: 'served' }) },
]

function outcomeOf({ meets }: Row, operation: Operation): Outcome {
  const outcome = meets[kindOf(operation)]
  return typeof outcome === 'function' ? outcome(operation) : outcome
}

function expectMeeting({ status, body, headers }: Reply, outcome: Meeting, who: string): void {
  expect([status, body, headers.get('www-authenticate')], who).toEqual([
    outcome.status,
    { detail: outcome.detail },
    outcome.challenge,
  ])
}

/** Nothing of the owner's, neither its words nor that it exists. */
function expectHidden({ status, body, text }: Reply, { url }: Operation, who: string): void {
  expect(text, who).not.toMatch(OWNER_MARKER)
  if ((!url.includes(':') || SELECTS.test(url)) && SUCCESSES.includes(status)) return
  expect([status, body], who).toEqual([404, { detail: expect.stringMatching(/^\w[\w ]* not found$/) }])
}

/** What it selects may be nothing (docs/rest.md, Shares). */
const SELECTS = /\/by-api-key\//
const SUCCESSES: readonly number[] = [200, 201, 202, 204]
const named = operations.map((operation) => ({ name: operation.schema.operationId, operation }))
const sampleOf = (operation: Operation) => requestSamplesOf(operation)[0] ?? {}
const isServed = (operation: Operation) => (row: Row) => outcomeOf(row, operation) === 'served'

/** What it does a first time, it does again. */
const isRepeatable = ({ method, schema }: Operation) => method !== 'DELETE' && !ONCE.has(schema.operationId)
const ONCE: ReadonlySet<string> = new Set(['startModel', 'startAgentModel', 'openShare'])

type Asked = { readonly request: Ask; readonly operation: Operation }

/** The key goes where the operation takes it. */
async function ask(world: Populated, { request, operation }: Asked, headers: Headers): Promise<Reply> {
  const { 'x-api-key': sent, ...others } = headers
  const credential = isBearer(operation) && sent !== undefined ? { ...bearer(sent), ...others } : headers
  return world.send({ ...request, headers: { ...request.headers, ...credential } })
}

test('every sample is one of an operation that is there', () => {
  expect(strayNames(operations)).toEqual([])
})

test.each(named)(
  '$name refuses every credential that does not open it, tells nothing, and changes nothing',
  async ({ operation }) => {
    const world = await openPopulated()
    const request = await requestFor(operation, sampleOf(operation), world)
    for (const row of rows.filter((row) => !isServed(operation)(row))) {
      const outcome = outcomeOf(row, operation)
      const reply = await ask(world, { request, operation }, await row.as(world, operation))
      if (outcome === 'hidden') expectHidden(reply, operation, row.who)
      else if (outcome !== 'served') expectMeeting(reply, outcome, row.who)
    }
    // The same request with the right credential: what was refused is there, and has stayed.
    const { status, text } = await ask(world, { request, operation }, ownerCredential(operation, world))
    expect([status, text], 'give it a sample in test/support/http/request-samples.ts').toEqual([
      expect.toBeOneOf([...SUCCESSES]),
      expect.any(String),
    ])
  },
)

test.each(named)('$name is open to every credential that is enough', async ({ operation }) => {
  const shared = isRepeatable(operation) ? await openPopulated() : undefined
  for (const row of rows.filter(isServed(operation))) {
    const world = shared ?? (await openPopulated())
    const request = await requestFor(operation, sampleOf(operation), world)
    const { status, text } = await ask(world, { request, operation }, await row.as(world, operation))
    expect([row.who, status, text]).toEqual([row.who, expect.toBeOneOf([...SUCCESSES]), expect.any(String)])
  }
})
