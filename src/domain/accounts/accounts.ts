import type { Account } from '../../contract/accounts.js'
import type { Clock } from '../clock.js'
import { notFound } from '../errors.js'
import type { Ids } from '../random.js'
import type { AccountRepository } from './ports.js'
import type { AccountRecord } from './record.js'

export type EnsureAccountDeps = {
  readonly accounts: AccountRepository
  readonly clock: Clock
  readonly ids: Ids
}

/** The account of an e-mail address, created on first use. The case of letters does not matter. */
export async function ensureAccount(
  { accounts, clock, ids }: EnsureAccountDeps,
  address: { readonly email: string; readonly isStaff?: boolean },
): Promise<AccountRecord> {
  const email = address.email.toLowerCase()
  // Looked up first, because an unused id would shift all later ids of a seeded run.
  const existing = await accounts.findByEmail(email)
  if (existing !== undefined) return existing

  return accounts.ensure({
    id: ids.uuid(),
    email,
    isStaff: address.isStaff ?? false,
    createdAt: clock.now().toISOString(),
  })
}

export async function getAccount(
  { accounts }: { readonly accounts: Pick<AccountRepository, 'find'> },
  id: string,
): Promise<Account> {
  const account = await accounts.find(id)
  if (account === undefined) throw notFound('Account')
  return { id: account.id, email: account.email }
}
