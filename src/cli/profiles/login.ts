import { createClient, ServiceError } from '../../client/node-client.js'
import { listCharacters } from '../../contract/characters.js'
import { inputNeededError, usageError } from '../errors/command-error.js'
import type { Terminal } from '../output/terminal.js'
import { DEFAULT_BASE_URL } from '../server-address/discovery.js'
import { LOCAL_PROFILE, type Profile } from './profile.js'

type LoginInput = {
  readonly name: string | undefined
  readonly baseUrl: string | undefined
  readonly apiKey: string | undefined
}
type Login = { readonly name: string; readonly baseUrl: string; readonly apiKey: string }

/** What the command line left out, asked for at a terminal. Throws a CommandError where nobody can answer. */
export async function promptForLogin(
  { isInteractive }: Pick<Terminal, 'isInteractive'>,
  { name, baseUrl, apiKey }: LoginInput,
): Promise<Login> {
  if (!isInteractive) return whole({ name, baseUrl, apiKey })
  const { default: inquirer } = await import('inquirer')
  const ask = inquirer.createPromptModule({ output: process.stderr })
  const input = async (message: string, byDefault?: string) =>
    (await ask([{ type: 'input', name: 'answer', message, default: byDefault }])).answer.trim()
  const secret = async (message: string) =>
    (await ask([{ type: 'password', name: 'answer', message, mask: '*' }])).answer.trim()
  const address = (baseUrl ?? (await input('Address of the service:', DEFAULT_BASE_URL))).replace(
    /(?<!\/)\/+$/,
    '',
  )
  return whole({
    baseUrl: address,
    apiKey: apiKey ?? (await secret('API key:')),
    name: name ?? (await input('Name of the profile:', defaultProfileName(address))),
  })
}

function whole({ name, baseUrl, apiKey }: LoginInput): Login {
  if (baseUrl === undefined || baseUrl === '')
    throw inputNeededError('There is no address to log in to.', 'Give --base-url.')
  if (!/^https?:$/.test(protocolOf(baseUrl))) throw usageError(`"${baseUrl}" is not an http or https address`)
  if (apiKey === undefined || apiKey === '') {
    throw inputNeededError(
      'There is no API key.',
      'Pipe it in with --api-key-stdin, so that no shell remembers it.',
    )
  }
  return { name: checkName(name ?? defaultProfileName(baseUrl)), baseUrl, apiKey }
}

const protocolOf = (address: string): string => (URL.canParse(address) ? new URL(address).protocol : '')

/** The host of the service, unless another name is given. */
const defaultProfileName = (baseUrl: string): string =>
  URL.canParse(baseUrl) ? new URL(baseUrl).host.replaceAll(/[^\w.-]/g, '-') : ''

function checkName(name: string): string {
  if (name === LOCAL_PROFILE) throw usageError(`${LOCAL_PROFILE} stands for no profile; choose another name`)
  if (/^[\w.-]{1,64}$/.test(name)) return name
  throw usageError(
    `"${name}" is no name for a profile`,
    'Up to 64 letters, digits, dots, dashes and underscores.',
  )
}

/** Throws unless the service answers and takes the key; what the key may do there is not asked. */
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
    const mayNotList = error instanceof ServiceError && error.code === 'insufficient_scope'
    if (!mayNotList) throw error
  }
}
