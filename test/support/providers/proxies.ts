import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { execa, execaSync } from 'execa'
import { onTestFinished } from 'vitest'
import { scratchFolder } from '../commands/cli.js'
import { ORIGIN_CERTIFICATE, ORIGIN_KEY } from './origin-certificate.js'

const example = (name: string) => fileURLToPath(new URL(`../../../docs/deploy/${name}`, import.meta.url))

/** Where a proxy listens, where parley does (hosts with spaces between them), and a folder for all that the proxy writes. */
type Place = { readonly port: number; readonly upstream: string; readonly folder: string }

type Started = {
  readonly words: readonly [string, ...string[]]
  readonly env?: Readonly<Record<string, string>>
}

/** An example with the places changed that everybody has to change. */
function replaced(text: string, changes: readonly (readonly [from: string, to: string])[]): string {
  return changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`The example does not say "${from}"`)
    return now.replaceAll(from, to)
  }, text)
}

const nginxExample = ({ port, upstream, folder }: Place): string => {
  writeFileSync(join(folder, 'certificate.pem'), ORIGIN_CERTIFICATE)
  writeFileSync(join(folder, 'certificate.key'), ORIGIN_KEY, { mode: 0o600 })
  return replaced(readFileSync(example('nginx.conf'), 'utf8'), [
    ['listen 443 ssl', `listen 127.0.0.1:${port} ssl`],
    ['127.0.0.1:4750', upstream],
    ['/etc/ssl/certs/parley.example.org.pem', join(folder, 'certificate.pem')],
    ['/etc/ssl/private/parley.example.org.key', join(folder, 'certificate.key')],
  ])
}

/** What a tutorial has: nothing but the address. */
const plainNginx = ({ port, upstream }: Place): string =>
  `server { listen 127.0.0.1:${port}; location / { proxy_pass http://${upstream}; } }`

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** nginx in one process, with every file that it writes in the folder. */
const nginx =
  (site: (place: Place) => string) =>
  (place: Place): Started => {
    const { folder } = place
    const paths = TEMPORARY.map((name) => `${name}_temp_path ${join(folder, name)};`).join('\n')
    writeFileSync(join(folder, 'site.conf'), site(place))
    writeFileSync(
      join(folder, 'nginx.conf'),
      `daemon off; master_process off; pid ${join(folder, 'pid')}; error_log ${join(folder, 'error.log')};
       events {} http { access_log off; ${paths} include ${join(folder, 'site.conf')}; }`,
    )
    return {
      words: ['nginx', '-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')],
    }
  }

/** Caddy without its own port for administration, which adds no certificate to those that the machine trusts. */
const caddy =
  (file: string | null) =>
  ({ port, upstream, folder }: Place): Started => {
    const name = join(folder, 'Caddyfile')
    const options = ['admin off', 'auto_https disable_redirects', 'skip_install_trust', 'local_certs']
    const site =
      file === null
        ? `https://127.0.0.1:${port} {\n\treverse_proxy ${upstream}\n}`
        : `import ${example(file)}`
    writeFileSync(name, `{\n\t${[...options, 'default_bind 127.0.0.1'].join('\n\t')}\n}\n${site}\n`)
    mkdirSync(join(folder, 'home'))
    return {
      words: ['caddy', 'run', '--config', name, '--adapter', 'caddyfile'],
      env: {
        ...{ HOME: join(folder, 'home'), XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
        ...{ PARLEY_SITE: `https://127.0.0.1:${port}`, PARLEY_UPSTREAM: upstream },
      },
    }
  }

type Proxy = { readonly program: string; readonly scheme: string; readonly start: (place: Place) => Started }

/** The proxies of docs/deploy. */
export const DOCUMENTED_PROXIES: readonly Proxy[] = [
  { program: 'nginx', scheme: 'https', start: nginx(nginxExample) },
  { program: 'caddy', scheme: 'https', start: caddy('Caddyfile') },
]

/** Caddy before several servers of the same records. */
export const CADDY_BEFORE_MEMBERS: Proxy = {
  program: 'caddy',
  scheme: 'https',
  start: caddy('Caddyfile.members'),
}

/** The same programs with nothing but the address of parley. */
export const MINIMAL_PROXIES: readonly Proxy[] = [
  { program: 'nginx', scheme: 'http', start: nginx(plainNginx) },
  { program: 'caddy', scheme: 'https', start: caddy(null) },
]

/** Whether the program is on the path; says so loudly when it is not. */
export function isInstalled(program: string): boolean {
  const isThere = !execaSync(program, [program === 'nginx' ? '-v' : 'version'], { reject: false }).failed
  if (!isThere) console.warn(`!! ${program} is not on this machine: its example in docs/deploy is not tested`)
  return isThere
}

/** Starts the proxy before one server or several; resolves to its address once it passes requests on. Stopped when the test ends. */
export async function startProxy({ scheme, start }: Proxy, ...baseUrls: string[]): Promise<string> {
  const upstream = baseUrls.map((baseUrl) => new URL(baseUrl).host).join(' ')
  // Between the choice of a port and its use somebody else may take it.
  for (let tries = 1; ; tries += 1) {
    const port = await freePort()
    const { words, env = {} } = start({ port, upstream, folder: scratchFolder() })
    const [file, ...args] = words
    const child = execa(file, args, { env, reject: false, all: true })
    const isRunning = () => child.exitCode === null
    onTestFinished(async () => {
      child.kill('SIGTERM')
      await child
    })
    if (await waitUntilForwarding(`${scheme}://127.0.0.1:${port}`, isRunning))
      return `${scheme}://127.0.0.1:${port}`
    const { all } = await child
    if (tries === 5) throw new Error(`${file} does not start:\n${all}`)
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** Asks until an answer comes; false when the proxy ends before. */
async function waitUntilForwarding(address: string, isRunning: () => boolean): Promise<boolean> {
  while (isRunning()) {
    const answer = await requestThroughProxy(`${address}/api/health`).catch(() => null)
    if (answer?.status === 200) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

type Asked = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly json?: unknown
  readonly form?: FormData
}

/** A request that takes any certificate, as the proxies of tests sign theirs themselves. */
export async function requestThroughProxy(
  url: string,
  { method = 'GET', headers = {}, json, form }: Asked = {},
) {
  const content = new Response(form ?? (json === undefined ? null : JSON.stringify(json)))
  const type = json === undefined ? content.headers.get('content-type') : 'application/json'
  const body = Buffer.from(await content.arrayBuffer())
  const sent = {
    ...headers,
    ...(type === null ? {} : { 'content-type': type, 'content-length': body.length }),
  }
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  const request = send(url, { method, headers: sent, agent: false, rejectUnauthorized: false }).end(body)
  const [answer] = (await once(request, 'response')) as [IncomingMessage]
  const received = await text(answer)
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: received === '' ? null : JSON.parse(received),
  }
}
