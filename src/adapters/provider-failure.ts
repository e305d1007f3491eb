/** What of a provider's settings its failures are described by. */
export type FailingProvider = {
  readonly name: string
  readonly baseUrl: string
  readonly apiKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

type FailureFacts = {
  readonly status?: number | undefined
  readonly code?: string | undefined
  /** As they came. */
  readonly providerMessage?: string | undefined
}

/** What is looked at of a provider's words, and what is shown of them. */
const READ_CHARACTERS = 4000
const SHOWN_CHARACTERS = 300

/** `local (http://127.0.0.1:11434/v1, HTTP 401): Incorrect API key provided`: which provider, where, and what it says. */
export function describeFailingProvider(
  provider: FailingProvider,
  { status, code, providerMessage: words }: FailureFacts,
): string {
  const fact = status === undefined ? code : `HTTP ${status}`
  const where = [redactedAddress(provider.baseUrl), ...(fact === undefined ? [] : [fact])].join(', ')
  const said = words === undefined ? '' : describeProviderMessage(provider, words)
  return `${provider.name} (${where})${said === '' ? '' : `: ${said}`}`
}

/** A provider's own words on one line, without its secrets and control characters, and not long. */
export const describeProviderMessage = (provider: FailingProvider, words: string): string =>
  redactedMessage(words, secretsOf(provider))

/** An address without what may be secret in it: user, password and query. */
export function redactedAddress(baseUrl: string): string {
  const url = parsed(baseUrl)
  return url === undefined
    ? 'an unreadable address'
    : `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

const parsed = (url: string): URL | undefined => (URL.canParse(url) ? new URL(url) : undefined)

/** The provider's own sentence in the body of an answer, or in an event of a stream; undefined: it sent none. */
export function providerMessageIn(body: unknown): string | undefined {
  if (typeof body === 'string') return fromText(body)
  const sentences = [
    body,
    field(body, 'error'),
    field(field(body, 'error'), 'message'),
    field(body, 'message'),
    field(body, 'detail'),
  ]
  return sentences.find((each): each is string => typeof each === 'string' && each.trim() !== '')
}

/** Whether the body of an answer is a page for people: another program listens at the address, or a proxy does. */
export const isWebPage = (body: unknown): boolean =>
  typeof body === 'string' && body.slice(0, READ_CHARACTERS).trimStart().startsWith('<')

/** A page says nothing that fits into a line. */
function fromText(text: string): string | undefined {
  const start = text.slice(0, READ_CHARACTERS).trim()
  if (start === '' || isWebPage(start)) return undefined
  if (!/^[[{"]/.test(start)) return start
  try {
    const value: unknown = JSON.parse(text)
    // An empty object says nothing; another may say it in a way of its own.
    return (
      providerMessageIn(Array.isArray(value) ? value[0] : value) ?? (start.length > 2 ? start : undefined)
    )
  } catch {
    return start
  }
}

const REDACTED = '[redacted]'
/** Too short to be a secret: to redact it would spoil the sentence. */
const SECRET_CHARACTERS = 6

const secretsOf = ({ apiKey, headers = {}, baseUrl }: FailingProvider): string[] => {
  const url = parsed(baseUrl)
  const inUrl = url === undefined ? [] : [url.password, decoded(url.password), ...url.searchParams.values()]
  return [apiKey ?? '', ...Object.values(headers), ...inUrl]
    .filter(({ length }) => length >= SECRET_CHARACTERS)
    .sort((a, b) => b.length - a.length)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What providers' keys look like, whole or with stars in the middle, and what stands behind `Bearer`. */
const LIKE_A_KEY = /\b(?:(?:sk|rk|pk|gsk|xai|hf|key)[-_]|AIza)[\w*.-]{4,}|\bBearer\s\S{4,}/g
const UNSAFE = /\p{Cc}|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function redactedMessage(words: string, secrets: readonly string[]): string {
  const read = words.slice(0, READ_CHARACTERS).replace(/[\t\r\n ]+/g, ' ')
  const clean = secrets.reduce((text, secret) => text.replaceAll(secret, REDACTED), read)
  const shown = clean.replace(LIKE_A_KEY, REDACTED).replace(UNSAFE, escaped).trim()
  return shown.length <= SHOWN_CHARACTERS ? shown : `${shown.slice(0, SHOWN_CHARACTERS - 1)}…`
}

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

const field = (value: unknown, name: string): unknown =>
  isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined

/** Arrays count, too: some providers send their errors in one. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
