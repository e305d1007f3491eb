import type { ApiKey } from '../../contract/accounts.js'
import type { ApiKeyRepository } from './ports.js'

/** The keys of an account, newest first, without what could be used to find the secret. */
export async function listKeys(
  { keys }: { readonly keys: Pick<ApiKeyRepository, 'list'> },
  accountId: string,
): Promise<ApiKey[]> {
  const records = await keys.list(accountId)
  return records.map(({ hash, accountId, ...shown }) => shown)
}
