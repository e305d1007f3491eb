import { operations } from '../../src/contract/index.js'
import type { Operation } from '../../src/contract/operation.js'
import { createContractCheck } from './contract-check.js'
import { HOSTILE_TEXTS } from './hostile-text.js'
import { type RawResponse, sendRawRequest } from './raw-request.js'
import { type Credential, generateRest, inHeader, type RestInput } from './rest-inputs.js'
import { type AllRecords, createRecords } from './rest-records.js'
import { compareAfterRestart } from './restart.js'
import type { OpenTarget } from './target.js'
import { type Account, openWorld, type World } from './world.js'

const HEADER_SECRET = 'header-secret-9d41c7'
/** Their answers hand out a secret. */
const ISSUING = new Set(['createKey', 'openShare', 'exchangeShare', 'issueIdToken'])
/** More than this may be refused by ending the connection. */
const ENDED_BYTES = 15_000
const LOG_EVERY = 200

/** Each operation of the contract, asked by two accounts side by side. */
export const openRest: OpenTarget = async (folder) => {
  const world = await openWorld(folder)
  world.secrets.add(HEADER_SECRET, 'the value of a header for a document')
  const records: AllRecords = { a: createRecords(), b: createRecords() }
  const check = createContractCheck()
  const sessions: string[] = []
  const byId = new Map(operations.map((operation) => [operation.schema.operationId, operation]))
  let count = 0

  const run = async (input: RestInput): Promise<string[]> => {
    const operation = byId.get(input.operationId)
    const [account, other] = world.accounts.toSorted((one) => (one.name === input.account ? -1 : 1))
    if (operation === undefined || account === undefined || other === undefined) return ['is no operation']
    const sent = fill({ input, world, records, account })
    const headers = {
      ...sent.headers,
      ...(await credentialOf(input.credential, { operation, account, world, sessions })),
    }
    const answer = await sendRawRequest(world.ready().baseUrl, {
      method: operation.method,
      path: sent.path,
      headers,
      ...(sent.body !== null && { body: sent.body }),
    })
    const isRight = input.credential === 'right'
    if (isRight && answer.status < 300) {
      records[account.name].noteAnswer(operation, sent.path, answer.json)
      learn(answer.json, { world, sessions })
    }
    count += 1
    const question = `${sent.path} ${sent.body?.toString('utf8') ?? ''} ${JSON.stringify(headers)}`
    const isIssuing = ISSUING.has(input.operationId) && answer.status < 300
    return [
      ...(answer.status === 0 ? endProblems(answer, question) : check.answer(operation, answer)),
      ...(isIssuing ? [] : world.secrets.foundIn(answer.text, 'an answer', question)),
      ...strangersIn({ answer, question, other, records }),
      ...((await world.isHealthy()) ? [] : ['the server is not healthy any more']),
      ...(count % LOG_EVERY === 0 ? world.secrets.foundIn(await world.logged(), 'the log') : []),
    ]
  }

  await seed(run)
  return {
    name: 'rest',
    bound: { cpuMs: 1500, cpuMsPerKib: 10, mib: 160, mibPerKib: 0.5 },
    generate: (chance) => {
      const data = generateRest(chance)
      return { target: 'rest', what: data.operationId, data }
    },
    run: ({ data }) => run(data as RestInput),
    finish: async () => {
      const problems = await compareAfterRestart(world, records)
      problems.push(...world.secrets.foundIn(await world.logged(), 'the log'))
      await world.close()
      return problems
    },
  }
}

type Filling = {
  readonly input: RestInput
  readonly world: World
  readonly records: AllRecords
  readonly account: Account
}

/** Puts what is there by now where the input only says what is meant. */
function fill({ input, world, records, account }: Filling) {
  const other = account.name === 'a' ? 'b' : 'a'
  const filled = (text: string) =>
    text
      .replace(/@(own|other):(\w{1,20}):(\d{1,3})/g, (_, whose: string, name: string, at: string) =>
        records[whose === 'own' ? account.name : other].pick(name, Number(at)),
      )
      .replaceAll('@origin', world.origin)
      .replaceAll('@mark', account.mark)
      .replaceAll('@header-secret', HEADER_SECRET)
  const body = input.body === null ? null : Buffer.from(input.body, 'latin1')
  return {
    path: filled(input.path),
    headers: Object.fromEntries(Object.entries(input.headers).map(([name, value]) => [name, filled(value)])),
    body: body === null || !input.isJson ? body : Buffer.from(filled(body.toString('latin1')), 'latin1'),
  }
}

type Asking = {
  readonly operation: Operation
  readonly account: Account
  readonly world: World
  readonly sessions: readonly string[]
}

async function credentialOf(
  credential: Credential,
  { operation: { config }, account, world, sessions }: Asking,
): Promise<Record<string, string>> {
  switch (credential) {
    case 'none':
      return {}
    case 'hostile': {
      const text = inHeader(HOSTILE_TEXTS[account.name.length * 7] ?? '')
      return { 'x-api-key': text, authorization: `Bearer ${text}` }
    }
    case 'session':
      return { 'x-api-key': sessions.at(-1) ?? 'sst_none' }
    case 'unsigned':
      return { authorization: `Bearer ${unsigned(await account.idToken())}` }
    case 'right':
      if ('scope' in config) {
        return config.keyAs === 'bearer'
          ? { authorization: `Bearer ${account.apiKey}` }
          : { 'x-api-key': account.apiKey }
      }
      if (config.credential === 'local') return { 'x-parley-local': world.ready().localSecret }
      return config.credential === 'none' ? {} : { authorization: `Bearer ${await account.idToken()}` }
  }
}

/** The same claims under `alg: none`. */
function unsigned(token: string): string {
  const head = Buffer.from(JSON.stringify({ alg: 'none', typ: 'JWT' })).toString('base64url')
  return `${head}.${token.split('.')[1] ?? ''}.`
}

function learn(
  json: unknown,
  { world, sessions }: { readonly world: World; readonly sessions: string[] },
): void {
  const { sessionToken, key } = (json ?? {}) as { sessionToken?: unknown; key?: unknown }
  if (typeof sessionToken === 'string') {
    sessions.push(sessionToken)
    world.secrets.add(sessionToken, 'a session token')
  }
  if (typeof key === 'string' && key.startsWith('svc_')) world.secrets.add(key, 'an API key')
}

/** The server may close the connection on what is too large to be read, and on nothing else. */
const endProblems = ({ text }: RawResponse, question: string): string[] =>
  Buffer.byteLength(question) > ENDED_BYTES ? [] : [`ends the connection without an answer (${text})`]

type Seen = {
  readonly answer: RawResponse
  readonly question: string
  readonly other: Account
  readonly records: AllRecords
}

/** What the other account wrote, and its records, unless they were asked for by their ids. */
function strangersIn({ answer, question, other, records }: Seen): string[] {
  const ids = [...records[other.name].ids].filter((id) => answer.text.includes(id) && !question.includes(id))
  return [
    ...(answer.text.includes(other.mark) ? ['shows what another account wrote'] : []),
    ...ids.map((id) => `shows the record ${id} of another account`),
  ]
}

/** Something of each kind, so that the first inputs meet records. */
async function seed(run: (input: RestInput) => Promise<string[]>): Promise<void> {
  const post = async (account: 'a' | 'b', operationId: string, [path, body]: readonly [string, object]) => {
    const text = JSON.stringify(body)
    const headers = { 'content-type': 'application/json' }
    const problems = await run({
      account,
      credential: 'right',
      operationId,
      path,
      headers,
      isJson: true,
      body: text,
    })
    if (problems.length > 0) throw new Error(`${operationId}: ${problems.join('; ')}`)
  }
  for (const account of ['a', 'b'] as const) {
    const character = '/api/v1/characters'
    await post(account, 'createCharacter', [
      character,
      { persona: { name: 'Mira', background: '@mark was born in Ghent' } },
    ])
    await post(account, 'createCharacter', [
      character,
      { appearance: 'Tall', persona: { personality: '@mark' } },
    ])
    const memory = { content: '@mark likes tea', memoryType: 'preference' }
    await post(account, 'createMemory', [`${character}/@own:characterId:0/players/p1/memories`, memory])
    await post(account, 'createShare', [
      '/api/v1/share',
      { characterId: '@own:characterId:0', permanent: true },
    ])
    await post(account, 'createShare', ['/api/v1/share', { characterId: '@own:characterId:0' }])
    await post(account, 'createOrganization', [
      '/api/control/v1/organizations',
      { name: `${account} and friends` },
    ])
    await post(account, 'createKey', ['/api/control/v1/keys', { name: 'second' }])
    const document = { url: '@origin/a.pdf', headers: { 'X-Fuzz': '@header-secret' } }
    await post(account, 'addDocument', [`${character}/@own:characterId:0/documents`, document])
    const batch = { requests: [{ customId: 'one', persona: { name: 'One' } }] }
    await post(account, 'submitBatch', [`${character}/batch`, batch])
  }
}
