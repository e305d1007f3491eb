/**
 * Passes the metrics of a parley on this machine on to Prometheus, which has no ID token of a staff account. It reads the
 * ready file of the server for its local secret, gets a token with it, and answers GET /metrics.
 *
 *   PARLEY_READY_FILE   as given to parley; default: /run/parley/ready.json
 *   PARLEY_URL          where parley answers; default: http://127.0.0.1:4750
 *   METRICS_PORT        default: 9464
 */
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

// biome-ignore-start lint/style/noProcessEnv: a program of its own
const {
  PARLEY_READY_FILE = '/run/parley/ready.json',
  PARLEY_URL = 'http://127.0.0.1:4750',
  METRICS_PORT = '9464',
} = process.env
// biome-ignore-end lint/style/noProcessEnv: a program of its own
const TIMEOUT_MS = 5000

/** The text format of Prometheus. */
async function readMetrics() {
  const { localSecret, account } = JSON.parse(await readFile(PARLEY_READY_FILE, 'utf8'))
  const issued = await ask('/api/control/v1/identity/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-parley-local': localSecret },
    body: JSON.stringify({ email: account.email }),
  })
  const { idToken } = await issued.json()
  const metrics = await ask('/api/system-metrics', {
    headers: { accept: 'text/plain', authorization: `Bearer ${idToken}` },
  })
  return metrics.text()
}

async function ask(path, options) {
  // biome-ignore lint/style/noRestrictedGlobals: the server is ours, and nothing else is asked
  const response = await fetch(`${PARLEY_URL}${path}`, {
    ...options,
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (response.ok) return response
  await response.body?.cancel()
  throw new Error(`${path} answers ${response.status}`)
}

const server = createServer(async ({ method, url }, response) => {
  if (method !== 'GET' || url !== '/metrics') return response.writeHead(404).end()
  try {
    const text = await readMetrics()
    return response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text)
  } catch (error) {
    // Who scrapes sees that it is down; why is for the log alone.
    process.stderr.write(`${JSON.stringify({ level: 'warn', msg: 'No metrics', reason: String(error) })}\n`)
    return response.writeHead(503).end()
  }
})
server.listen(Number(METRICS_PORT), () =>
  process.stdout.write(`${JSON.stringify({ port: server.address().port })}\n`),
)
process.once('SIGTERM', () => server.close(() => process.exit(0)))
