import type { ProviderRequest, ReplyRequest } from '../../domain/turns/ports.js'
import type { ModelProvider } from './provider.js'
import { loaderFor } from './sdk-loaders.js'
import { toSdkCall } from './to-sdk-call.js'

/**
 * The request that a provider is sent for a reply. The SDK itself builds it, on a transport that sends nothing; it is
 * given names of variables instead of secrets, so that none can get into the result.
 */
export async function describeProviderRequest(
  provider: ModelProvider,
  modelId: string,
  request: ReplyRequest,
): Promise<ProviderRequest> {
  const { masked, variables } = withoutSecrets(provider)
  let sent: Omit<ProviderRequest, 'variables'> | undefined
  const fetch = async (input: unknown, init: RequestInit = {}): Promise<never> => {
    sent = {
      method: init.method ?? 'POST',
      url: withoutUserInfo(String(input)),
      headers: headersOf(init),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : null,
    }
    throw new Error(NOT_SENT)
  }
  const model = await loaderFor({ transport: { fetch, close: async () => undefined } }, masked)(modelId)
  await Promise.resolve(model.doStream(toSdkCall(request, masked, new AbortController().signal))).catch(
    (error: unknown) => {
      if (sent === undefined) throw error
    },
  )
  if (sent === undefined) throw new Error('The SDK sends no request')
  return { ...sent, variables }
}

const NOT_SENT = 'The request is only described'

/** Header values are masked, too: a configuration may hold a secret in each. */
function withoutSecrets(provider: ModelProvider): {
  readonly masked: ModelProvider
  readonly variables: string[]
} {
  const prefix = variableName(provider.name)
  const keyVariable = isVariableName(provider.apiKeyVariable) ? provider.apiKeyVariable : `${prefix}_API_KEY`
  const headers = Object.keys(provider.headers).map(
    (name) => [name, `${prefix}_${variableName(name)}`] as const,
  )
  return {
    masked: {
      ...provider,
      apiKey: provider.apiKey === undefined ? undefined : `$${keyVariable}`,
      headers: Object.fromEntries(headers.map(([name, variable]) => [name, `$${variable}`])),
    },
    variables: [
      ...(provider.apiKey === undefined ? [] : [keyVariable]),
      ...headers.map(([, variable]) => variable),
    ],
  }
}

const isVariableName = (name: string | undefined): name is string => /^[A-Za-z_]\w*$/.test(name ?? '')

const variableName = (text: string): string =>
  text
    .toUpperCase()
    .replace(/\W/g, '_')
    .replace(/^(?=\d)/, '_')

/** What the SDK says of itself changes nothing at the provider. */
const OWN_HEADERS = new Set(['user-agent'])

const headersOf = ({ headers }: RequestInit): Record<string, string> =>
  Object.fromEntries([...new Headers(headers)].filter(([name]) => !OWN_HEADERS.has(name)))

function withoutUserInfo(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  return url.href
}
