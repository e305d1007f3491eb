import { expect, test } from 'vitest'
import { operations } from '../../src/contract/index.js'
import type { Operation } from '../../src/contract/operation.js'
import { requestFor, requestSamplesOf } from '../support/http/request-samples.js'
import {
  ADA_CONVERSATION_ID,
  type Ask,
  BARE_CHARACTER_ID,
  BOB_CONVERSATION_ID,
  FULL_CHARACTER_ID,
  type Populated,
  usePopulated,
} from '../support/servers/populated-server.js'

const openPopulated = usePopulated()

/**
 * Rules 1 to 5 of docs/rest.md, Players and organizations: on every operation that names a character and asks for a
 * scope.
 */
const cases = operations.flatMap((operation) => {
  const { url, config, schema } = operation
  return 'scope' in config && url.includes(':characterId')
    ? [{ name: schema.operationId, operation, resource: config.scope.split(':')[0] ?? '' }]
    : []
})
const isRead = ({ config }: Operation) => 'scope' in config && config.scope.endsWith(':read')

const STRICT: readonly string[] = ['characters', 'generation']
/**
 * What players say belongs to them, whoever made the character; so do their memories. Everything else of a
 * developer's character is out of a player's reach.
 */
const isStrict = (resource: string) => STRICT.includes(resource)
/** The contract's table of their refusals knows no 403 for a mismatch. */
const HIDING: readonly string[] = ['startModel', 'startAgentModel']
const strict = cases.filter(({ resource }) => isStrict(resource))
const spoken = cases.filter(({ resource }) => !isStrict(resource))

async function given(operation: Operation) {
  const world = await openPopulated()
  const sample = requestSamplesOf(operation)[0] ?? {}
  const right = await requestFor(operation, sample, world)
  const ask = (characterId: string, playerId: string | null): Promise<{ status: number; body: unknown }> =>
    world.send(
      asPlayer({ ...right, path: right.path.replace(FULL_CHARACTER_ID, characterId) }, world, playerId),
    )
  return ask
}

const asPlayer = (request: Ask, { apiKey }: Populated, playerId: string | null): Ask => ({
  ...request,
  headers: {
    ...request.headers,
    'x-api-key': apiKey,
    ...(playerId === null ? {} : { 'x-player-id': playerId }),
  },
})

const missing = (status: number) => ({ status, body: { detail: expect.stringMatching(/ not found$/) } })
const foreign = { status: 403, body: { detail: expect.stringMatching(/ belongs to someone else$/) } }

test('no kind of resource that is asked for by character is left out', () => {
  const known = ['characters', 'generation', 'conversations', 'memories', 'shares', 'encounters']
  expect(cases.map(({ resource }) => resource).filter((resource) => !known.includes(resource))).toEqual([])
})

test.each(cases)(
  '$name: without X-Player-Id every character of the account is in reach (rule 1)',
  async ({ operation }) => {
    const ask = await given(operation)
    expect((await ask(FULL_CHARACTER_ID, null)).status).toBeLessThan(300)
    const ofAda = (await ask(ADA_CONVERSATION_ID, null)).status
    expect(ofAda).not.toBe(403)
  },
)

test.each(strict.filter(({ operation }) => isRead(operation)))(
  '$name: to a player, a character that is not theirs does not exist (rules 2 and 3)',
  async ({ operation }) => {
    const ask = await given(operation)
    for (const id of [FULL_CHARACTER_ID, BARE_CHARACTER_ID, BOB_CONVERSATION_ID])
      expect(await ask(id, 'ada')).toMatchObject(missing(404))
    expect((await ask(ADA_CONVERSATION_ID, 'ada')).status).toBeLessThan(300)
  },
)

test.each(strict.filter(({ operation }) => !isRead(operation)))(
  "$name: a player changes neither another player's character (rule 4) nor a developer's (rule 5)",
  async ({ operation }) => {
    const ask = await given(operation)
    const refusal = HIDING.includes(operation.schema.operationId) ? missing(404) : foreign
    for (const id of [FULL_CHARACTER_ID, BARE_CHARACTER_ID, BOB_CONVERSATION_ID])
      expect([id, await ask(id, 'ada')]).toMatchObject([id, refusal])
    expect((await ask(ADA_CONVERSATION_ID, 'ada')).status).not.toBe(403)
    // What was refused is still there for the developer.
    expect((await ask(FULL_CHARACTER_ID, null)).status).toBeLessThan(300)
  },
)

test.each(spoken)(
  "$name: another player's character is out of reach, their own and a developer's are not",
  async ({ operation }) => {
    const ask = await given(operation)
    const refusal = isRead(operation) ? missing(404) : foreign
    expect(await ask(BOB_CONVERSATION_ID, 'ada')).toMatchObject(refusal)
    const own = await ask(ADA_CONVERSATION_ID, 'ada')
    // A memory is one character's: another one of theirs is in reach, and has none under that id.
    if (operation.url.includes(':memoryId')) {
      expect(own).toMatchObject({ status: 404, body: { detail: 'Memory not found' } })
    } else expect(own.status).toBeLessThan(300)
    expect((await ask(FULL_CHARACTER_ID, 'ada')).status).toBeLessThan(300)
  },
)

test.each(spoken.filter(({ operation }) => operation.url.includes(':playerId')))(
  '$name: what another player said is out of reach',
  async ({ operation }) => {
    const ask = await given(operation)
    expect(await ask(FULL_CHARACTER_ID, 'bob')).toMatchObject(isRead(operation) ? missing(404) : foreign)
    expect((await ask(FULL_CHARACTER_ID, 'ada')).status).toBeLessThan(300)
  },
)

const lists = operations.filter(
  ({ method, url, config }) => method === 'GET' && 'scope' in config && /\/(characters|agents)$/.test(url),
)

test.each(lists)(
  '$schema.operationId: a player finds their own characters, and no others (rule 2)',
  async (operation) => {
    const world = await openPopulated()
    const listed = async (playerId: string | null) => {
      const { body } = await world.send(asPlayer(await requestFor(operation, {}, world), world, playerId))
      const all = Array.isArray(body) ? body : (body as { characters: unknown[] }).characters
      return (all as { id: string }[]).map(({ id }) => id).sort()
    }
    expect(await listed('ada')).toEqual([ADA_CONVERSATION_ID])
    expect(await listed('Ada')).toEqual([])
    expect(await listed(null)).toEqual([
      FULL_CHARACTER_ID,
      BARE_CHARACTER_ID,
      ADA_CONVERSATION_ID,
      BOB_CONVERSATION_ID,
    ])
  },
)
