import { createPrivateKey, generateKeyPair, type JsonWebKey, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** The private key of the built-in issuer, a P-256 JSON Web Key with its name: a secret, kept in the data folder. */
export type SigningKey = JsonWebKey & { readonly kid: string }

export async function generateSigningKey(): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(12).toString('base64url') }
}

/** Whether tokens can be signed with it. */
export function isSigningKey(value: unknown): value is SigningKey {
  if (typeof value !== 'object' || value === null || !('kid' in value)) return false
  try {
    const key = createPrivateKey({ key: value as JsonWebKey, format: 'jwk' })
    return typeof value.kid === 'string' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}
