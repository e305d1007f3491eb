import { createClient, ServiceError } from '../../client/node-client.js'
import { listCharacters } from '../../contract/characters.js'
import type { Profile } from './profile.js'

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
