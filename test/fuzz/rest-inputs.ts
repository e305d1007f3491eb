import fc from 'fast-check'
import type { TSchema } from 'typebox'
import { operations } from '../../src/contract/index.js'
import type { Operation } from '../../src/contract/operation.js'
import { FORM_TYPE, formBytes, onePixel, type Part } from '../support/http/forms.js'
import { arbitraryInvalid, arbitraryValid, type Overrides } from '../support/http/http-arbitrary.js'
import { mutateBytes } from './byte-mutations.js'
import type { FuzzRandom } from './fuzz-random.js'
import { HOSTILE_TEXTS, hostileText } from './hostile-text.js'
import { mutateJson } from './json-mutations.js'
import { ACCOUNTS, type AccountName } from './world.js'

/** A request before it is sent: `@own:characterId:3` stands for a record that is there by then. */
export type RestInput = {
  readonly account: AccountName
  readonly credential: Credential
  readonly operationId: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly isJson: boolean
  /** Latin-1, so that any bytes can be kept. */
  readonly body: string | null
}
const CREDENTIALS = ['right', 'none', 'hostile', 'session', 'unsigned'] as const
export type Credential = (typeof CREDENTIALS)[number]

/** Everything would be gone, or years would pass: such requests are sent as nobody, or with nothing valid in them. */
const DANGEROUS = new Set(['resetServer', 'setClock'])

const own = (name: string) => fc.nat(30).map((at) => `@own:${name}:${at}`)
const addresses = fc.oneof(
  fc.constantFrom('@origin/a.pdf', '@origin/b.pdf'),
  fc.constantFrom(...HOSTILE_TEXTS),
)
/** What refers to a record, and texts that one account must not see of another. */
const overrides: Overrides = {
  characterId: own('characterId'),
  characterAId: own('characterId'),
  characterBId: own('characterId'),
  confirmOrgId: own('orgId'),
  document_ids: fc.oneof(fc.constant(null), fc.array(own('documentId'), { maxLength: 2 })),
  tagline: fc.constant('@mark of a tagline'),
  personality: fc.constant('@mark likes tea'),
  background: fc.constant('@mark was born in Ghent'),
  content: fc.constant('@mark lives in Lyon'),
  // A character that everybody may see would be no leak.
  is_public: fc.constant(false),
  url: addresses,
  headers: fc.constantFrom({}, { 'X-Fuzz': '@header-secret' }),
  image: fc.constant(onePixel().toString('base64')),
}

const files = [onePixel()]

export function generateRest(chance: FuzzRandom): RestInput {
  const operation = chance.among(operations)
  const { schema, url } = operation
  const isDangerous = DANGEROUS.has(schema.operationId)
  const credential = chance.isLikely(0.85) ? 'right' : chance.among(CREDENTIALS)
  const sent = isDangerous ? dangerousBody(operation, chance) : bodyOf(operation, chance)
  return {
    account: chance.among(ACCOUNTS),
    credential: schema.operationId === 'resetServer' && credential === 'right' ? 'none' : credential,
    operationId: schema.operationId,
    path: pathOf(url, chance) + queryOf(schema.querystring, chance),
    headers: { ...sent.headers, ...headersOf(operation, chance) },
    isJson: sent.headers['content-type'] === 'application/json',
    body: sent.body?.toString('latin1') ?? null,
  }
}

/** Our own records mostly, those of the other account, and text. */
function pathOf(url: string, chance: FuzzRandom): string {
  return url.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'playerId')
      return chance.isLikely(0.85) ? `p${chance.below(3)}` : inPath(hostileText(chance))
    if (chance.isLikely(0.75)) return `@own:${name}:${chance.below(30)}`
    // Whoever has the id of a share may open it.
    if (name !== 'shareId' && chance.isLikely(0.5)) return `@other:${name}:${chance.below(30)}`
    return inPath(hostileText(chance))
  })
}

/** Written as addresses are, or with whatever a client that means no good puts there; the rest of a URL stays apart. */
function inPath(text: string): string {
  const escaped = text
    .slice(0, 3000)
    .replace(/[^\x21-\x7e]|[?#/]/g, (one) => encodeURIComponent(wellFormed(one)))
  return escaped === '' ? '%20' : escaped
}

/** Half of a pair cannot be written in an address. */
const wellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\ufffd')

function queryOf(schema: TSchema | undefined, chance: FuzzRandom): string {
  const { properties = {} } = (schema ?? {}) as { properties?: Record<string, TSchema> }
  const names = Object.keys(properties)
  if (names.length === 0) return chance.isLikely(0.05) ? `?${inPath(hostileText(chance))}` : ''
  const given = names.filter(() => chance.isLikely(0.3))
  const parts = given.map((name) => {
    const value = chance.isLikely(0.7)
      ? String(chance.value(arbitraryValid(properties[name] ?? {})))
      : hostileText(chance)
    return `${name}=${encodeURIComponent(wellFormed(value)).slice(0, 6000)}`
  })
  const all = chance.isLikely(0.05) && parts[0] !== undefined ? [...parts, parts[0]] : parts
  return all.length === 0 ? '' : `?${all.join('&')}`
}

type Sent = { readonly headers: Record<string, string>; readonly body: Buffer | null }
const JSON_TYPE = { 'content-type': 'application/json' }
const json = (text: string): Sent => ({ headers: { ...JSON_TYPE }, body: Buffer.from(text) })

function bodyOf(operation: Operation, chance: FuzzRandom): Sent {
  const { body } = operation.schema
  const isForm = operation.upload !== undefined || (operation.form !== undefined && chance.isLikely(0.5))
  if (isForm) return formOf(operation, chance)
  if (body === undefined) return chance.isLikely(0.9) ? { headers: {}, body: null } : json('{}')
  const value = chance.value(arbitraryValid(body, overrides))
  const kind = chance.below(10)
  if (kind < 4) return json(JSON.stringify(value))
  if (kind < 6) return json(JSON.stringify(chance.value(arbitraryInvalid(body, overrides)).value) ?? '')
  if (kind < 9) return json(mutateJson(value, chance))
  const bytes = mutateBytes([Buffer.from(JSON.stringify(value))], chance)
  const type = chance.among([
    'application/json',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
  ])
  return { headers: { 'content-type': type }, body: bytes }
}

/** Nothing that could be done. */
function dangerousBody(operation: Operation, chance: FuzzRandom): Sent {
  const { body } = operation.schema
  if (body === undefined) return { headers: {}, body: null }
  return chance.isLikely(0.3)
    ? json(JSON.stringify({ advance: 'PT1S' }))
    : json(JSON.stringify(chance.value(arbitraryInvalid(body)).value) ?? '')
}

function formOf({ upload, form }: Operation, chance: FuzzRandom): Sent {
  const names = upload === undefined ? Object.keys(form?.files ?? {}) : [upload.part]
  const fields = Object.keys(form?.fields.properties ?? {})
  const file = (): Part => ({
    name: chance.isLikely(0.9) ? chance.among(names) : quoted(hostileText(chance)),
    filename: chance.isLikely(0.8) ? 'a.png' : quoted(hostileText(chance)),
    type: chance.among(['image/png', 'application/pdf', 'model/gltf-binary', 'text/html']),
    content: chance.isLikely(0.5) ? onePixel() : mutateBytes(files, chance),
  })
  const field = (): Part => ({ name: chance.among(fields), content: hostileText(chance) })
  const parts = [
    ...(fields.length > 0 && chance.isLikely(0.5) ? [field()] : []),
    ...Array.from({ length: chance.among([0, 1, 1, 1, 2]) }, file),
  ]
  const bytes = formBytes(parts)
  const body = chance.isLikely(0.8) ? bytes : mutateBytes([bytes], chance)
  return { headers: { 'content-type': FORM_TYPE }, body }
}

/** Fits into a header of a part. */
const quoted = (text: string): string => text.slice(0, 500).replace(/[\r\n"]/g, '_')

const HEADERS =
  'accept accept-encoding accept-language if-none-match range origin x-forwarded-for forwarded x-player-id idempotency-key x-request-id content-encoding cookie'.split(
    ' ',
  )

function headersOf({ method }: Operation, chance: FuzzRandom): Record<string, string> {
  const headers: Record<string, string> = {}
  if (chance.isLikely(0.1)) headers[chance.among(HEADERS)] = inHeader(hostileText(chance))
  if (method === 'POST' && chance.isLikely(0.1)) headers['idempotency-key'] = `key-${chance.below(20)}`
  if (method === 'GET' && chance.isLikely(0.1)) headers['x-org-id'] = `@own:orgId:${chance.below(30)}`
  return headers
}

/** What Node's client lets through. */
export const inHeader = (text: string): string => text.slice(0, 4000).replace(/[^\t\x20-\x7e\x80-\xff]/g, '~')
