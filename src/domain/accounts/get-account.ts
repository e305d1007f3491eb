import type { Account } from '../../contract/accounts.js'
import { notFound } from '../errors.js'
import type { AccountRepository } from './ports.js'

export async function getAccount(
  { accounts }: { readonly accounts: Pick<AccountRepository, 'find'> },
  id: string,
): Promise<Account> {
  const account = await accounts.find(id)
  if (account === undefined) throw notFound('Account')
  return { id: account.id, email: account.email }
}
