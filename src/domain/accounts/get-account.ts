import type { Account } from '../../contract/accounts.js'
import { notFound } from '../errors.js'
import type { AccountStore } from './ports.js'

export async function getAccount(
  { accounts }: { readonly accounts: Pick<AccountStore, 'find'> },
  id: string,
): Promise<Account> {
  const account = await accounts.find(id)
  if (account === undefined) throw notFound('Account')
  return { id: account.id, email: account.email }
}
