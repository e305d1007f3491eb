import { expect, test } from 'vitest'
import { urlProblem } from '../../../src/domain/documents/check-url.js'
import {
  failureOf,
  givenInternet,
  givenOrigin,
  openDocument,
  PUBLIC,
} from '../../support/providers/document-origin.js'

/** What the contract refuses when it is submitted: nothing is looked up. */
const REFUSED_AS_WRITTEN = [
  'http://127.0.0.1/',
  'http://127.0.0.1:6379/',
  'http://127.0.0.1./',
  'http://127.0.0.1../',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.1/',
  'http://0X7F.0.0.1/',
  'http://0x7f.0x0.0x0.0x1/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://0177.0.0.01/',
  'http://00000177.0.0.1/',
  'http://127.0x0.00.1/',
  'http://127.255.255.254/',
  'http://%31%32%37.0.0.1/',
  'http://%6c%6f%63%61%6c%68%6f%73%74/',
  'http://127。0。0。1/',
  'http://１２７.0.0.1/',
  'http://①②⑦.0.0.1/',
  'http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/',
  'http://127.0.0.1\\@example.com/',
  'http:///127.0.0.1/',
  'http://\\127.0.0.1/',
  'http://12\t7.0.0.1/',
  'http://loc\nalhost/',
  'http://lo\u00adcalhost/',
  'http://0/',
  'http://0.0.0.0/',
  'http://0.0.0.0:8080/',
  'http://0x0/',
  'http://00/',
  'http://0.1.2.3/',
  'http://10.0.0.1/',
  'http://10.255.255.255/',
  'http://167772161/',
  'http://012.0.0.1/',
  'http://0xa.1/',
  'http://172.16.0.1/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://192.168.1/',
  'http://3232235521/',
  'http://100.64.0.1/',
  'http://100.100.100.200/latest/meta-data/',
  'http://169.254.169.254/latest/meta-data/',
  'https://169.254.169.254/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://0xa9.0xfe.0xa9.0xfe/',
  'http://0251.0376.0251.0376/',
  'http://169.254.43518/',
  'http://192.0.0.192/',
  'http://192.0.2.1/',
  'http://192.88.99.1/',
  'http://192.31.196.1/',
  'http://192.52.193.1/',
  'http://192.175.48.1/',
  'http://198.18.0.1/',
  'http://198.51.100.7/',
  'http://203.0.113.9/',
  'http://224.0.0.1/',
  'http://239.255.255.250:1900/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://4294967295/',
  'http://4294967296/',
  'http://256.256.256.256/',
  'http://1.2.3.4.5/',
  'http://[::]/',
  'http://[::1]/',
  'http://[::1]:4750/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[0000:0000:0000:0000:0000:0000:0000:0001]/',
  'http://[::127.0.0.1]/',
  'http://[::8.8.8.8]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[0:0:0:0:0:ffff:169.254.169.254]/',
  'http://[::ffff:8.8.8.8]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://[64:ff9b:1::10.0.0.1]/',
  'http://[100::1]/',
  'http://[2001::1]/',
  'http://[2001:0:7f00:1::]/',
  'http://[2001:2::1]/',
  'http://[2001:10::1]/',
  'http://[2001:20::1]/',
  'http://[2001:db8::1]/',
  'http://[3fff::1]/',
  'http://[2002:7f00:1::]/',
  'http://[2002:a9fe:a9fe::1]/',
  'http://[5f00::1]/',
  'http://[fc00::1]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[fe80::1%25eth0]/',
  'http://[fe80::1%eth0]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://localhost/',
  'http://LOCALHOST/',
  'http://localhost./',
  'http://localhost../',
  'http://LocalHost.:4750/',
  'http://a.localhost/',
  'http://printer.local/',
  'http://PRINTER.LOCAL./',
  'http://local/',
  'http://metadata.google.internal/',
  'http://METADATA.GOOGLE.INTERNAL./',
  'http://internal./',
  'http://user:pass@example.com/',
  'http://example.com@127.0.0.1/',
  'http://example.com:80@127.0.0.1/',
  'http://127.0.0.1@example.com/',
  'http://@127.0.0.1/',
  'http://example.com%40127.0.0.1/',
  'http://us\ter@example.com/',
  'http://example.com%00.localhost/',
  'http://example.com:65536/',
  'http://./',
  'http://',
  'file:///etc/passwd',
  'ftp://example.com/a.pdf',
  'gopher://127.0.0.1:6379/_INFO',
  'dict://127.0.0.1:11211/stats',
  'data:application/pdf;base64,JVBERg==',
  'blob:http://example.com/1',
  'javascript:alert(1)',
  'unix:/var/run/docker.sock',
  'http+unix://%2Fvar%2Frun%2Fdocker.sock/info',
  '//127.0.0.1/',
  'http:127.0.0.1',
  'http:/127.0.0.1/',
  ' http://127.0.0.1/',
]

/** Names that look like any other, and what they resolve to. */
const REFUSED_AS_RESOLVED: readonly (readonly [name: string, ...addresses: string[]])[] = [
  ['loopback.example', '127.0.0.1'],
  ['loopback6.example', '::1'],
  ['private.example', '10.1.2.3'],
  ['private16.example', '192.168.1.1'],
  ['metadata.example', '169.254.169.254'],
  ['metadata6.example', 'fd00:ec2::254'],
  ['zero.example', '0.0.0.0'],
  ['zero6.example', '::'],
  ['shared.example', '100.64.1.1'],
  ['mapped.example', '::ffff:127.0.0.1'],
  ['compatible.example', '::127.0.0.1'],
  ['nat64.example', '64:ff9b::7f00:1'],
  ['nat64-local.example', '64:ff9b:1::a00:1'],
  ['6to4.example', '2002:7f00:1::'],
  ['teredo.example', '2001:0:4136:e378:8000:63bf:80ff:fffe'],
  ['link.example', 'fe80::1'],
  ['zone.example', 'fe80::1%2'],
  ['multicast.example', '224.0.0.251'],
  ['broadcast.example', '255.255.255.255'],
  ['last-of-three.example', PUBLIC, '1.1.1.1', '10.0.0.1'],
  ['first-of-two.example', '10.0.0.1', PUBLIC],
  ['only-sixth.example', PUBLIC, '::1'],
  ['127.0.0.1.nip.example', '127.0.0.1'],
  ['localhost.example', '127.0.0.1'],
  ['intranet', '192.168.0.10'],
  ['dot.example.', '127.0.0.1'],
  ['no-address.example', 'what is this'],
]

const NAMES = Object.fromEntries(REFUSED_AS_RESOLVED.map(([name, ...addresses]) => [name, addresses]))
const RESOLVING_URLS = Object.keys(NAMES).flatMap((name) => [`http://${name}/`, `https://${name}:8443/a.pdf`])

test('the table holds more than a hundred hostile URLs, each once', () => {
  const all = [...REFUSED_AS_WRITTEN, ...RESOLVING_URLS]
  expect(new Set(all).size).toBe(all.length)
  expect(all.length).toBeGreaterThan(150)
})

test('the connector of these tests sees what is not hostile', async () => {
  const { origin, connections } = givenInternet({ names: { 'origin.example': [PUBLIC] } })
  await failureOf(openDocument(origin, 'http://origin.example/'))
  await failureOf(openDocument(origin, 'http://1.1.1.1:81/'))
  expect(connections).toEqual([`${PUBLIC}:80`, '1.1.1.1:81'])
})

test.each(REFUSED_AS_WRITTEN)('%j is refused when it is submitted', (url) => {
  expect(urlProblem(url, [])).toBeDefined()
})

test.each(REFUSED_AS_WRITTEN)('%j is blocked without a look-up and without a connection', async (url) => {
  const { origin, lookedUp, connections } = givenInternet({ names: NAMES })
  expect((await failureOf(openDocument(origin, url))).code).toBe('fetch_blocked')
  expect({ lookedUp, connections }).toEqual({ lookedUp: [], connections: [] })
})

test.each(RESOLVING_URLS)('%s is blocked without a connection', async (url) => {
  const { origin, lookedUp, connections } = givenInternet({ names: NAMES })
  expect((await failureOf(openDocument(origin, url))).code).toBe('fetch_blocked')
  expect(lookedUp).toHaveLength(1)
  expect(connections).toEqual([])
})

const AS_REDIRECTS = [...REFUSED_AS_WRITTEN, ...RESOLVING_URLS].filter(
  // Relative to an origin they mean a path on it, and no header can carry a line break.
  (url) => !/[\n]/.test(url) && !/^ ?http:\/?127/.test(url),
)

test('a redirect to any of them is blocked and makes no second connection', async () => {
  const { origin, connections } = await givenOrigin(
    (request, response) => {
      const location = Buffer.from(AS_REDIRECTS[Number(request.url?.slice(1))] ?? '', 'utf8').toString(
        'latin1',
      )
      response.writeHead(302, { location }).end()
    },
    { names: NAMES },
  )
  for (const [index, url] of AS_REDIRECTS.entries()) {
    const { code } = await failureOf(openDocument(origin, `http://origin.example/${index}`))
    expect([url, code]).toEqual([url, 'fetch_blocked'])
  }
  expect(new Set(connections)).toEqual(new Set([`${PUBLIC}:80`]))
  expect(connections).toHaveLength(AS_REDIRECTS.length)
})
