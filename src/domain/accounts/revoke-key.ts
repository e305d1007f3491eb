import { notFound } from '../errors.js'
import type { ApiKeyRepository } from './ports.js'

/** Revokes a key at once. A key of another account is as unknown as one that never was. */
export async function revokeKey(
  { keys }: { readonly keys: Pick<ApiKeyRepository, 'remove'> },
  key: { readonly id: string; readonly accountId: string },
): Promise<void> {
  if (!(await keys.remove(key))) throw notFound('API key')
}
