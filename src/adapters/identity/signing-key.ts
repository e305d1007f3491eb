import { generateKeyPair, type JsonWebKey, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

/** The private key of the built-in issuer, a P-256 JSON Web Key with its name: a secret, kept in the data folder. */
export type SigningKey = JsonWebKey & { readonly kid: string }

export async function generateSigningKey(): Promise<SigningKey> {
  const { privateKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomBytes(12).toString('base64url') }
}
