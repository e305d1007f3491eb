import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { operations } from '../../src/contract/index.js'
import type { Operation } from '../../src/contract/operation.js'
import { PLAYER_ID_MAX } from '../../src/contract/shared.js'
import { ownerCredential, requestFor, requestSamplesOf } from '../support/http/request-samples.js'
import { isFull } from '../support/rounds.js'
import {
  OWNER_MARKER,
  type Populated,
  type Reply,
  usePopulated,
} from '../support/servers/populated-server.js'

const openPopulated = usePopulated()

/** Every operation whose path names something, once for each name in it. */
const parametersOf = ({ url }: Operation) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
const cases = operations.flatMap((operation) =>
  parametersOf(operation).map((parameter) => ({
    name: operation.schema.operationId,
    parameter,
    operation,
  })),
)
type Case = (typeof cases)[number]
/** These select by the id, and what they select may be nothing (docs/rest.md, Shares). */
const SELECTING = ['revokeSharesOfKey']
const ofRecords = cases.filter(({ name, parameter }) => parameter !== 'playerId' && !SELECTING.includes(name))
const ofPlayers = cases.filter(({ parameter }) => parameter === 'playerId')
/** These answer with what they were sent. */
const WRITTEN_BY_HAND = ['createMemory', 'createAgentMemory']
const SEARCHES = ['searchMemories', 'searchAgentMemories']
const echoing = [...WRITTEN_BY_HAND, ...SEARCHES]

/** An id as people and programs get it wrong. */
const wrongForms = (id: string): readonly string[] =>
  [
    ...['not-a-uuid', '0', '-1', 'null', 'undefined', '*', '?', '#', '%', ' ', '\0', '\r\n', '💩', '\ufeff'],
    ...['__proto__', 'constructor', 'toString', '../../etc/passwd', '..\\..\\x', './', "' OR 1=1 --"],
    ...['{"$ne":null}', '[object Object]', '%00', '%2e%2e', 'x'.repeat(5000)],
    ...['00000000-0000-0000-0000-000000000000', ` ${id}`, `${id} `, `${id}\n`, `${id}\0`, `${id}/`],
    ...[`${id}.json`, `${id},${id}`, `"${id}"`, `{${id}}`, `urn:uuid:${id}`, id.slice(0, -1), `${id}0`],
    ...[id.replaceAll('-', ''), 'x\r\nX-Evil: 1\r\n\r\n', 'x\nX-Evil: 1', '\u560d\u560aX-Evil: 1'],
  ].filter((form) => form !== id)

const inTurn = cases.filter(
  ({ parameter }, at) => cases.findIndex((other) => other.parameter === parameter) === at,
)
const FEW = 6

/**
 * All of them for one path of each kind of parameter. Others read a parameter of that name by the same schema, so a few
 * forms show that they look up what they read; with full rounds they meet all forms, too.
 */
function formsFor({ operation, parameter }: Pick<Case, 'operation' | 'parameter'>, own: string) {
  const forms = wrongForms(own)
  const isFirst = inTurn.some((one) => one.operation === operation && one.parameter === parameter)
  if (isFull || isFirst) return forms
  const step = Math.floor(forms.length / FEW)
  const offset = operations.indexOf(operation)
  return forms.filter((_, at) => (at + offset) % step === 0)
}

/** The schema of a parameter in a path. */
const schemaOf = ({ operation, parameter }: Case): unknown => {
  const { params } = operation.schema
  return params === undefined ? undefined : Object(params).properties?.[parameter]
}

test.each(inTurn)('every path reads $parameter by the same schema', (first) => {
  const same = cases.filter(({ parameter }) => parameter === first.parameter)
  expect(
    same.filter((one) => !isDeepStrictEqual(schemaOf(one), schemaOf(first))).map(({ name }) => name),
  ).toEqual([])
})

/** The operation with the id as it stands in an address, by whom it is for. */
async function given(operation: Operation, parameter: string) {
  const world = await openPopulated()
  const sample = requestSamplesOf(operation)[0] ?? {}
  const marker = 'put-the-id-here'
  const right = await requestFor(operation, sample, world)
  const request = { ...right, headers: { ...right.headers, ...ownerCredential(operation, world) } }
  const own = idIn(operation, right.path, parameter)
  const path = (id: string) =>
    right.path.replace(`/${encodeURIComponent(own)}`, `/${marker}`).replace(marker, id)
  const ask = (id: string): Promise<Reply> => world.send({ ...request, path: path(id) })
  return { world, ask, own, again: () => world.send(request) }
}

/** The id that the path of the sample has there. */
function idIn({ url }: Operation, path: string, parameter: string): string {
  const at = url.split('/').indexOf(`:${parameter}`)
  return decodeURIComponent(path.split('?')[0]?.split('/')[at] ?? '')
}

/** Names of players that are not the one of the id. */
const playersLike = (one: Pick<Case, 'operation' | 'parameter'>, own: string) => [
  ...formsFor(one, own).filter((form) => form.length <= PLAYER_ID_MAX),
  own.toUpperCase(),
]

const NOT_FOUND = { detail: expect.stringMatching(/^\w[\w ]* not found$/) }

test.each(ofRecords)(
  '$name: whatever $parameter is written wrongly is not there, and nothing changes',
  { tags: 'rounds' },
  async ({ operation, parameter }) => {
    const { world, ask, own, again } = await given(operation, parameter)
    const others = Object.entries(world.ids).flatMap(([name, id]) =>
      name === parameter || id === own ? [] : [id],
    )
    for (const id of [...formsFor({ operation, parameter }, own), ...others]) {
      const { status, body, headers } = await ask(encodeURIComponent(id))
      expect([id, status, body]).toEqual([id, 404, NOT_FOUND])
      expect([...headers.keys()]).not.toContain('x-evil')
    }
    expect((await again()).status).toBeLessThan(300)
  },
)

test.each(cases.filter(({ name }) => SELECTING.includes(name)))(
  '$name: whatever $parameter is written wrongly selects nothing',
  { tags: 'rounds' },
  async ({ operation, parameter }) => {
    const { ask, own } = await given(operation, parameter)
    for (const id of formsFor({ operation, parameter }, own)) {
      expect([id, await ask(encodeURIComponent(id))]).toMatchObject([
        id,
        { status: 200, body: { revoked: 0 } },
      ])
    }
  },
)

test.each(ofPlayers.filter(({ name }) => !echoing.includes(name)))(
  '$name: a player of any other name has said nothing here',
  { tags: 'rounds' },
  async ({ operation, parameter }) => {
    const { ask, own, again } = await given(operation, parameter)
    for (const id of playersLike({ operation, parameter }, own)) {
      const { status, body, text } = await ask(encodeURIComponent(id))
      expect([id, status]).toEqual([id, expect.toBeOneOf([200, 404])])
      expect(text).not.toMatch(OWNER_MARKER)
      if (status === 404) expect(body).toEqual(NOT_FOUND)
    }
    expect((await again()).status).toBeLessThan(300)
  },
)

test.each(ofPlayers.filter(({ name }) => SEARCHES.includes(name)))(
  '$name: nothing is found of a player of any other name',
  { tags: 'rounds' },
  async ({ operation, parameter }) => {
    const { ask, own } = await given(operation, parameter)
    for (const id of playersLike({ operation, parameter }, own)) {
      expect((await ask(encodeURIComponent(id))).body).toMatchObject({ results: [], total: 0 })
    }
  },
)

test.each(ofPlayers)(
  '$name: the id of a player has 1 to 128 characters',
  async ({ operation, parameter }) => {
    const { ask } = await given(operation, parameter)
    expect(await ask(encodeURIComponent('🦊'.repeat(PLAYER_ID_MAX + 1)))).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['path', 'playerId'], type: 'string_too_long' }] },
    })
  },
)

test.each(ofRecords)('$name: no $parameter at all is not there either', async ({ operation, parameter }) => {
  const { ask } = await given(operation, parameter)
  const answers = ['Not Found', 'Method Not Allowed', NOT_FOUND.detail]
  expect(await ask('')).toMatchObject({
    status: expect.toBeOneOf([404, 405]),
    body: { detail: expect.toBeOneOf(answers) },
  })
})

test.each(cases)(
  '$name: bytes that are no UTF-8 in $parameter are a malformed address',
  async ({ operation, parameter }) => {
    const { ask, again } = await given(operation, parameter)
    for (const bytes of ['%ff', '%c0%ae', '%80', '%ed%a0%80', 'a%', '%zz', '%u0041']) {
      const { status, body } = await ask(bytes)
      expect([bytes, status, body]).toEqual([bytes, 400, { detail: 'Bad Request' }])
    }
    expect((await again()).status).toBeLessThan(300)
  },
)

const NOT_ACTIVE = { status: 403, body: { detail: 'Not an active member of this organization' } }
const inOrganizations = [
  ...['createCharacter', 'listCharacters', 'createAgent', 'listAgents'],
  ...['createFromImage', 'createAgentFromImage'],
]

test.each(operations.filter(({ schema }) => inOrganizations.includes(schema.operationId)))(
  '$schema.operationId: an X-Org-Id that is written wrongly is no organization of the caller',
  async (operation) => {
    const world: Populated = await openPopulated()
    const request = await requestFor(operation, requestSamplesOf(operation)[0] ?? {}, world)
    const { orgId = '' } = world.ids
    // Header values reach the server without the white space around them.
    for (const id of wrongForms(orgId).filter((form) => /^[!-~]+$/.test(form))) {
      const headers = { 'x-api-key': world.apiKey, 'x-org-id': id }
      expect(await world.send({ ...request, headers }), id).toMatchObject(NOT_ACTIVE)
    }
  },
)
