import { createClient, ServiceError } from '../../client/node-client.js'
import { listCharacters } from '../../contract/characters.js'
import { inputNeededError, usageError } from '../errors/command-error.js'
import { openPrompt } from '../input/open-prompt.js'
import type { Terminal } from '../output/terminal.js'
import { DEFAULT_BASE_URL } from '../server-address/discovery.js'
import { LOCAL_PROFILE, type Profile } from './profile.js'

type LoginInput = {
  readonly name: string | undefined
  readonly baseUrl: string | undefined
  readonly apiKey: string | undefined
}
type Login = { readonly name: string; readonly baseUrl: string; readonly apiKey: string }

/** Asks for what the command line left out. Throws a CommandError if it is needed and there is no terminal. */
export async function promptForLogin(
  { isInteractive }: Pick<Terminal, 'isInteractive'>,
  { name, baseUrl, apiKey }: LoginInput,
): Promise<Login> {
  if (!isInteractive) return completeLogin({ name, baseUrl, apiKey })
  const ask = await openPrompt()
  const input = async (message: string, byDefault?: string) =>
    (await ask([{ type: 'input', name: 'answer', message, default: byDefault }])).answer.trim()
  const secret = async (message: string) =>
    (await ask([{ type: 'password', name: 'answer', message, mask: '*' }])).answer.trim()
  const address = (baseUrl ?? (await input('Address of the service:', DEFAULT_BASE_URL))).replace(
    /(?<!\/)\/+$/,
    '',
  )
  return completeLogin({
    baseUrl: address,
    apiKey: apiKey ?? (await secret('API key:')),
    name: name ?? (await input('Name of the profile:', defaultProfileName(address))),
  })
}

function completeLogin({ name, baseUrl, apiKey }: LoginInput): Login {
  if (baseUrl === undefined || baseUrl === '')
    throw inputNeededError('The address of the service is missing.', 'Pass --base-url.')
  if (!/^https?:$/.test(protocolOf(baseUrl))) throw usageError(`"${baseUrl}" is not an http or https address`)
  if (apiKey === undefined || apiKey === '') {
    throw inputNeededError(
      'The API key is missing.',
      'Pipe it in with --api-key-stdin; that keeps it out of the shell history.',
    )
  }
  return { name: checkName(name ?? defaultProfileName(baseUrl)), baseUrl, apiKey }
}

const protocolOf = (address: string): string => (URL.canParse(address) ? new URL(address).protocol : '')

/** The host of the service, with characters that a name may not have replaced. */
const defaultProfileName = (baseUrl: string): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).host.replaceAll(/[^\w.-]/g, '-') : ''

function checkName(name: string): string {
  if (name === LOCAL_PROFILE) throw usageError(`${LOCAL_PROFILE} is reserved; choose another name`)
  if (/^[\w.-]{1,64}$/.test(name)) return name
  throw usageError(
    `"${name}" is not a valid profile name`,
    'Use up to 64 letters, digits, dots, dashes and underscores.',
  )
}

/** Throws unless the service answers and accepts the key. Scopes are not checked. */
export async function checkLogin(
  { baseUrl, apiKey, orgId }: Profile,
  settings: { readonly version: string; readonly timeoutMs: number },
): Promise<void> {
  const client = createClient({
    baseUrl,
    apiKey: apiKey ?? undefined,
    orgId: orgId ?? undefined,
    ...settings,
  })
  try {
    await client.call(listCharacters, { query: { limit: 1 } })
  } catch (error) {
    const isForbidden = error instanceof ServiceError && error.code === 'insufficient_scope'
    if (!isForbidden) throw error
  }
}
