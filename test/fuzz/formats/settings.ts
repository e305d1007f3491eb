import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readBatchFile } from '../../../src/cli/batch/input-file/batch-file.js'
import { resolveDocuments } from '../../../src/cli/batch/input-file/resolve-documents.js'
import { readYamlObject } from '../../../src/cli/input/read-input.js'
import { readScenario } from '../../../src/cli/loadtest/read-scenario.js'
import { readProfiles } from '../../../src/cli/profiles/profiles-file.js'
import { readServerFile } from '../../../src/cli/server-address/server-file.js'
import { readReplyScript } from '../../../src/runtime/config/reply-script.js'
import { readSettings } from '../../../src/runtime/config/settings.js'
import { readRegistry } from '../../../src/runtime/local-state/server-registry.js'
import type { Format, OpenFormats } from './format.js'

const CONFIG = `llm:
  default: local
  providers:
    local: { kind: openai-compatible, baseUrl: "http://127.0.0.1:9/v1", model: m }
memories: { extraction: rules }
`
const SCRIPT = `replies:
  - pattern: "hello( there)?"
    reply: "Hi, $1!"
    actions: [{ name: wave, arguments: { hand: left } }]
  - pattern: ".*"
    reply: "I see."
`
const SCENARIO = `name: chat
character: Mira
load: { players: 2 }
duration: 5s
steps:
  - { text: ["Hello", "Good evening"], expect: "/hello|hi/" }
  - think: 1s..3s
  - rest: GET /api/v1/characters
thresholds: ["turn.first_text.p95<300"]
`
const BATCH_YAML = `requests:
  - customId: a
    persona: &p { name: Mira, background: "Born in Ghent" }
    documents: [{ url: "https://origin.test/a.pdf", headers: { X-Key: k } }]
  - { customId: b, persona: *p }
`
const BATCH_JSON =
  '{"requests":[{"customId":"a","persona":{"name":"Mira"},"documents":[{"url":"https://o.test/a.pdf"}]}]}'
const BATCH_CSV = 'customId,persona.name,persona.background\na,Mira,"Born in ""Ghent"", 1815"\nb,Lovelace,\n'
const PROFILES =
  '{"current":"work","profiles":[{"name":"work","baseUrl":"http://127.0.0.1:9","apiKey":"svc_x","orgId":null}]}'

/** What people and programs write for the server and the command line. */
export const openSettings: OpenFormats = async (folder) => {
  await mkdir(folder, { recursive: true })
  const world = await readFile('fixtures/worlds/demo.yaml')
  const populated = await readFile('test/support/servers/populated.yaml')
  const make = (
    name: string,
    seeds: readonly (string | Buffer)[],
    read: (path: string) => Promise<unknown>,
  ): Format => ({
    name,
    seeds: seeds.map((seed) => Buffer.from(seed as string)),
    read: async (bytes) => {
      const path = join(folder, `input${name.slice(name.indexOf('.'))}`)
      await writeFile(path, bytes)
      await read(path)
      return []
    },
  })
  const batch = async (path: string) => resolveDocuments(await readBatchFile(path, undefined))
  return [
    make('config.yaml', [CONFIG], (path) => readSettings({ configFile: path, ephemeral: true })),
    make('world.yaml', [world, populated], (path) => readSettings({ worldFiles: [path], ephemeral: true })),
    make('limits.yaml', ['messagesPerMinute: 30\n'], (path) =>
      readSettings({ limits: path, ephemeral: true }),
    ),
    make('script.yaml', [SCRIPT], readReplyScript),
    make('scenario.yaml', [SCENARIO], (path) => readScenario(path, [])),
    make('character.yaml', ['persona: { name: Mira }\nllm: { temperature: 1 }\n'], readYamlObject),
    make('batch.yaml', [BATCH_YAML], batch),
    make('batch.json', [BATCH_JSON], batch),
    make('batch.csv', [BATCH_CSV], batch),
    make('server.json', [serverFile()], readServerFile),
    openProfiles(folder),
    openRegistry(folder),
  ]
}

const serverFile = (): string =>
  JSON.stringify({
    baseUrl: 'http://127.0.0.1:9',
    socketUrl: 'http://127.0.0.1:9/sdk',
    apiKey: 'svc_x',
    localSecret: 'secret',
    account: { id: 'a', email: 'a@fuzz.test' },
    dataDir: '/nowhere',
    pid: process.pid,
    version: '0.1.0',
  })

const openProfiles = (folder: string): Format => ({
  name: 'profiles.json',
  seeds: [Buffer.from(PROFILES)],
  read: async (bytes) => {
    await writeFile(join(folder, 'profiles.json'), bytes)
    await readProfiles(folder)
    return []
  },
})

/** An entry that cannot be read is complained about, and never believed. */
const openRegistry = (folder: string): Format => {
  const entry = {
    folder: '/nowhere',
    pid: 2 ** 22 + 1,
    process: 'none',
    baseUrl: 'http://127.0.0.1:9',
    version: '0',
    startedAt: '2030-01-01T00:00:00Z',
  }
  return {
    name: 'registry',
    seeds: [Buffer.from(JSON.stringify(entry))],
    read: async (bytes) => {
      const servers = join(folder, 'servers')
      await mkdir(servers, { recursive: true, mode: 0o700 })
      await writeFile(join(servers, 'entry.json'), bytes, { mode: 0o600 })
      const registry = await readRegistry(folder)
      return registry.servers.length === 0 ? [] : ['believes an entry of a process that does not run']
    },
  }
}
