import { Flags } from '@oclif/core'
import type { Client } from '../../client/create-client.js'
import { issueIdToken } from '../../contract/accounts.js'
import { inputNeededError } from '../errors/command-error.js'
import { isLoopback } from './base-url.js'
import type { ServiceTarget } from './discovery.js'

/** The account that a local server creates at its first start. */
const FIRST_ACCOUNT = 'dev@parley.local'

export const emailFlag = Flags.string({
  summary: 'Account to act as on a local server. Default: its first account.',
  env: 'PARLEY_EMAIL',
  helpValue: 'ADDRESS',
})

/** Requests an ID token from a local server, which issues them to clients on the same machine. */
export async function requestIdToken(
  { client, target }: { readonly client: Client; readonly target: ServiceTarget },
  email: string | undefined,
  expiresIn?: number,
) {
  const account = email ?? target.local?.account.email ?? FIRST_ACCOUNT
  return client.call(issueIdToken, {
    body: { email: account, ...(expiresIn === undefined ? {} : { expiresIn }) },
  })
}

/** The ID token of the flags, else one from the local server. Throws if the service is not local: only those issue them. */
export async function findIdToken(
  service: { readonly client: Client; readonly target: ServiceTarget },
  flags: { readonly 'id-token'?: string | undefined; readonly email?: string | undefined },
): Promise<string> {
  if (flags['id-token'] !== undefined) return flags['id-token']
  if (!isLoopback(service.target.baseUrl)) {
    throw inputNeededError(
      'This command needs the ID token of an account.',
      'Pass it with --id-token or PARLEY_ID_TOKEN.',
    )
  }
  const { idToken } = await requestIdToken(service, flags.email)
  return idToken
}
