import { createBuiltInIssuer } from '../../adapters/identity/built-in-issuer.js'
import { createRemoteVerifier } from '../../adapters/identity/remote-verifier.js'
import type { IdentityIssuer, IdentityVerifier } from '../../domain/accounts/ports.js'
import type { Clock } from '../../domain/clock.js'
import type { Settings } from '../config/settings.js'
import type { ServerSecrets } from '../local-state/server-secrets.js'

/** Who checks ID tokens, and who issues them: somebody outside, or the server itself. */
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
