import { once } from 'node:events'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createNetServer } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createServer, type ServerOptions } from '../../src/runtime/create-server.js'
import { startTestServer, temporaryFolder } from '../support/servers/test-server.js'
import { listingOf, segmentsOf } from '../support/stores/store-state.js'

/** A folder with the data folder of a server that was stopped, and room for other files beside it. */
async function givenFolder() {
  const folder = await temporaryFolder()
  const dataDir = join(folder, 'data')
  const server = await createServer({ dataDir, logLevel: 'silent' })
  await server.stop()
  return { folder, dataDir }
}

async function takenPort(): Promise<number> {
  const other = createNetServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  return (other.address() as { port: number }).port
}

type Place = { readonly folder: string; readonly dataDir: string }

/** Spoils the place, and returns what the server is started with. */
type Spoil = (place: Place) => Promise<ServerOptions | undefined>

const spoilSecrets =
  (change: (secrets: { apiKey: unknown; signingKey: Record<string, unknown> }) => unknown): Spoil =>
  async ({ dataDir }) => {
    const path = join(dataDir, 'secrets.json')
    await writeFile(path, JSON.stringify(change(JSON.parse(await readFile(path, 'utf8')))))
    return undefined
  }

const write =
  (name: string, text: string, options: (path: string) => ServerOptions = () => ({})): Spoil =>
  async ({ folder }) => {
    const path = join(folder, name)
    await writeFile(path, text)
    return options(path)
  }

const spoilJournal =
  (change: (journal: string) => string): Spoil =>
  async ({ dataDir }) => {
    const [path = ''] = await segmentsOf(dataDir)
    await writeFile(path, change(await readFile(path, 'utf8')))
    return undefined
  }

const configFile = (path: string) => ({ configFile: path })
const worldFiles = (path: string) => ({ worldFiles: [path] })

const refusals: [string, Spoil, RegExp][] = [
  ['a configuration with an unknown key', write('c.yaml', 'llm: { defualt: stub }', configFile), /defualt/],
  ['a configuration that is no YAML', write('c.yaml', 'llm: [', configFile), /c\.yaml:1/],
  ['a configuration that is not there', async () => configFile('/nowhere/c.yaml'), /there is no such file/],
  [
    'an embedding model that is not there',
    write('c.yaml', 'embeddings: { kind: local, model: none, dimensions: 4, folder: nowhere }', configFile),
    /mbedding/,
  ],
  ['a world that does not fit', write('w.yaml', 'characters: 7', worldFiles), /w\.yaml:1: characters/],
  ['a port that is taken', async () => ({ port: await takenPort() }), /already in use/],
  [
    'a ready file whose folder does not exist',
    async ({ folder }) => ({ readyFile: join(folder, 'nowhere', 'ready.json') }),
    /its folder does not exist/,
  ],
  [
    'a ready file that is a folder',
    async ({ folder }) => ({ readyFile: folder }),
    /a folder is in its place/,
  ],
  [
    'a data folder that is a file',
    async ({ folder }) => {
      await writeFile(join(folder, 'file'), '')
      return { dataDir: join(folder, 'file') }
    },
    /a file is in its place/,
  ],
  [
    'a data folder below a file',
    async ({ folder }) => {
      await writeFile(join(folder, 'file'), '')
      return { dataDir: join(folder, 'file', 'data') }
    },
    /a file is in its place/,
  ],
  [
    'a data folder in which store is a file',
    async ({ dataDir }) => {
      await rm(join(dataDir, 'store'), { recursive: true })
      await writeFile(join(dataDir, 'store'), '')
      return undefined
    },
    /a file is in its place/,
  ],
  [
    'a data folder on which nothing can be written',
    async () => ({ dataDir: '/proc' }),
    /the file system does not support it/,
  ],
  [
    'a data folder that cannot be made',
    async () => ({ dataDir: '/proc/parley/data' }),
    /the file system does not support it/,
  ],
  ['secrets that are no JSON', write('data/secrets.json', '{"apiKey":'), /secrets\.json is damaged/],
  ['secrets that are empty', write('data/secrets.json', ''), /secrets\.json is damaged/],
  ['secrets that are null', spoilSecrets(() => null), /secrets\.json is damaged/],
  ['secrets with a key that is no text', spoilSecrets((s) => ({ ...s, apiKey: 7 })), /it holds no API key/],
  [
    'secrets with a key of another kind',
    spoilSecrets((s) => ({ ...s, apiKey: 'key' })),
    /it holds no API key/,
  ],
  ['secrets without a signing key', spoilSecrets(({ apiKey }) => ({ apiKey })), /its signing key/],
  [
    'secrets with a public signing key',
    spoilSecrets((s) => ({ ...s, signingKey: { ...s.signingKey, d: undefined } })),
    /its signing key/,
  ],
  [
    'secrets with a signing key that is no point of the curve',
    spoilSecrets((s) => ({ ...s, signingKey: { ...s.signingKey, x: 'AAAA' } })),
    /its signing key/,
  ],
  [
    'secrets with a signing key of another kind',
    spoilSecrets((s) => ({ ...s, signingKey: { kid: 'a', kty: 'oct', k: 'AAAA' } })),
    /its signing key/,
  ],
  [
    'secrets that are a folder',
    async ({ dataDir }) => {
      await rm(join(dataDir, 'secrets.json'))
      await mkdir(join(dataDir, 'secrets.json'))
      return undefined
    },
    /secrets\.json/,
  ],
  ['a store that is damaged', spoilJournal((text) => `damage\n${text}`), /is damaged at line 1/],
  [
    'a store of a newer version',
    async ({ dataDir }) => {
      const path = join(dataDir, 'store', 'accounts.json')
      const snapshot =
        '{"kind":"accounts","version":999,"kinds":["accounts"],"seq":1,"records":[\n{"id":"a"}\n'
      const { crc32 } = await import('node:zlib')
      const crc = crc32(Buffer.from(snapshot)).toString(16).padStart(8, '0')
      await writeFile(path, `${snapshot}],"count":1,"crc":"${crc}"}\n`)
      return undefined
    },
    /newer version of parley/,
  ],
  ['a store whose journal is empty', spoilJournal(() => ''), /has lost its records/],
  [
    'a store that is missing',
    async ({ dataDir }) => {
      await rm(join(dataDir, 'store'), { recursive: true })
      return undefined
    },
    /has lost its records/,
  ],
  [
    'a lock of another machine',
    write(
      'data/lock',
      JSON.stringify({ id: 'x', pid: 1, started: 'then', host: `not-${hostname()}`, inode: '1' }),
    ),
    /already served by pid 1/,
  ],
]

test.each(refusals)(
  '%s is refused in a sentence, and nothing on disk is changed',
  async (_, spoil, sentence) => {
    const place = await givenFolder()
    const options = await spoil(place)
    const before = await listingOf(place.folder)
    const refusal = await createServer({ dataDir: place.dataDir, logLevel: 'silent', ...options }).then(
      async (server) => server.stop(),
      (error: unknown) => error,
    )
    expect(refusal).toMatchObject({ name: 'StartError', message: expect.stringMatching(sentence) })
    const { message, hint } = refusal as { message: string; hint: string }
    expect(message.split('\n')).toHaveLength(1)
    expect(hint.split('\n')).toHaveLength(1)
    expect(message).not.toMatch(/\bat \S+ \(|node:|undefined|\[object/)
    expect(await listingOf(place.folder)).toEqual(before)
  },
)

test.each([
  'null',
  '',
  '7',
  '[]',
  '{}',
  '"text"',
  '{"id":"../../x","pid":1}',
  '{"id":7,"pid":"x","host":null}',
  '\0\0',
])('a lock that holds %j names nobody, and the folder is taken over', async (text) => {
  const { dataDir } = await givenFolder()
  await writeFile(join(dataDir, 'lock'), text)
  const server = await startTestServer({ dataDir })
  expect(JSON.parse(await readFile(join(dataDir, 'lock'), 'utf8'))).toMatchObject({ pid: process.pid })
  await server.stop()
})

test('a folder that has lost its records is served once that is accepted', async () => {
  const { dataDir } = await givenFolder()
  await rm(join(dataDir, 'store'), { recursive: true })
  const server = await startTestServer({ dataDir, acceptEmpty: true })
  expect(server.ready.dataDir).toBe(dataDir)
})
