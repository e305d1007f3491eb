import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { onTestFinished } from 'vitest'

/** An outside issuer of ID tokens on 127.0.0.1, whose keys can be rotated and whose answers can be broken. */
export async function startIdentityProvider() {
  const requests: string[] = []
  const pages = new Map<string, { status: number; body: string }>()
  const server = createServer((request, response) => {
    requests.push(request.url ?? '')
    const page = pages.get(request.url ?? '') ?? { status: 404, body: '' }
    response.writeHead(page.status, { 'content-type': 'application/json' }).end(page.body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const stop = () =>
    new Promise<void>((closed) => {
      server.closeAllConnections()
      server.close(() => closed())
    })
  onTestFinished(stop)

  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const jwksUri = `${issuer}/keys`
  const show = (path: string, value: unknown, status = 200) =>
    pages.set(path, { status, body: JSON.stringify(value) })

  const rotate = async (kid: string, alg: 'RS256' | 'ES256' = 'ES256') => {
    const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true })
    show('/keys', { keys: [{ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }] })
    const sign = (claims: object) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg, kid }).sign(privateKey)
    return { sign, privateKey, publicKey }
  }
  show('/.well-known/openid-configuration', { issuer, jwks_uri: jwksUri })

  return { issuer, jwksUri, requests, show, rotate, stop }
}
