import { Flags } from '@oclif/core'
import type { Client } from '../../client/create-client.js'
import { issueIdToken } from '../../contract/accounts.js'
import { inputNeededError } from '../errors/command-error.js'
import { isLoopback } from './base-url.js'
import type { ServiceTarget } from './discovery.js'

/** The account that the first start of a local server makes. */
const FIRST_ACCOUNT = 'dev@parley.local'

export const emailFlag = Flags.string({
  summary: 'Account to act as on a local server. Default: its first account.',
  env: 'PARLEY_EMAIL',
  helpValue: 'ADDRESS',
})

/** An ID token, which a local server issues to whoever asks from the same machine. */
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

/** The ID token given, or one of the local server. Only a local server hands them out, so no other is asked. */
export async function findIdToken(
  service: { readonly client: Client; readonly target: ServiceTarget },
  flags: { readonly 'id-token'?: string | undefined; readonly email?: string | undefined },
): Promise<string> {
  if (flags['id-token'] !== undefined) return flags['id-token']
  if (!isLoopback(service.target.baseUrl)) {
    throw inputNeededError(
      'This needs an ID token of an account.',
      'Give it with --id-token or PARLEY_ID_TOKEN.',
    )
  }
  const { idToken } = await requestIdToken(service, flags.email)
  return idToken
}
