import { createBuiltInIssuer } from '../../adapters/identity/built-in-issuer.js'
import { createRemoteVerifier } from '../../adapters/identity/remote-verifier.js'
import type { IdentityIssuer, IdentityVerifier } from '../../domain/accounts/ports.js'
import type { Clock } from '../../domain/clock.js'
import type { Settings } from '../config/settings.js'
import type { ServerSecrets } from '../local-state/server-secrets.js'

/** Verifies ID tokens of the configured issuer; without one, the server issues and verifies its own. */
export function createIdentity(
  { config }: Pick<Settings, 'config'>,
  { signingKey, localSecret }: Pick<ServerSecrets, 'signingKey' | 'localSecret'>,
  clock: Clock,
): { identity: IdentityVerifier; issuer: IdentityIssuer | null; localSecret: string } {
  if (config.identity !== undefined) {
    return { identity: createRemoteVerifier({ ...config.identity, clock }), issuer: null, localSecret }
  }
  const issuer = createBuiltInIssuer({ key: signingKey, clock })
  return { identity: issuer, issuer, localSecret }
}
