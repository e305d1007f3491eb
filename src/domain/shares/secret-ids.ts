import { SESSION_TOKEN_PREFIX } from '../../contract/limits.js'
import type { Secrets } from '../random.js'

type SecretSource = Pick<Secrets, 'token' | 'hash'>

/** A UUID (version 4) with 122 unseeded random bits: it is the credential to redeem the share. */
export function newShareId({ token, hash }: SecretSource): string {
  const hex = hash(token(32))
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) % 4)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** `sst_` and 32 characters (docs/rest.md, Shares): 192 bits. */
export const newSessionToken = ({ token }: Pick<Secrets, 'token'>): string =>
  `${SESSION_TOKEN_PREFIX}${token(24)}`
