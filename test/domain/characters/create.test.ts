import { expect, test } from 'vitest'
import type { CharacterConfig } from '../../../src/contract/characters.js'
import type { CallerInSpace } from '../../../src/domain/access.js'
import { createCharacter } from '../../../src/domain/characters/create.js'
import type { CharacterRecord } from '../../../src/domain/characters/record.js'
import { characterRecord, organizationRecord, organizationsOf } from '../../support/http/http-records.js'

const developer: CallerInSpace = { accountId: 'a1', playerId: null, orgId: null }

function given() {
  const inserted: CharacterRecord[] = []
  return {
    inserted,
    deps: {
      organizations: organizationsOf(),
      characters: { insert: async (record: CharacterRecord) => void inserted.push(record) },
      documents: { findMany: async () => [] },
      clock: { now: () => new Date('2030-01-02T03:04:05Z') },
      ids: { uuid: () => 'c1' },
    },
  }
}

const create = (input: CharacterConfig, caller: CallerInSpace = developer) =>
  createCharacter(given().deps, caller, input)

test('an empty body makes a character of defaults, and stores what it answers', async () => {
  const { deps, inserted } = given()
  const record = await createCharacter(deps, developer, {})
  expect(record).toEqual(characterRecord())
  expect(inserted).toEqual([characterRecord()])
})

test('every field of every section finds its place', async () => {
  const record = await create({
    persona: {
      name: 'Mira',
      tagline: 'Keeper of the lighthouse',
      personality: 'patient',
      background: 'Grew up by the sea',
      system_prompt: 'You are Mira.',
    },
    llm: { provider: 'p1', model: 'm1', temperature: 1.5, max_tokens: 100, verbosity: 'long' },
    tts: { provider: 'p2', model: 'm2', voice: 'v2', speed: 1.25, delivery_mode: 'STABLE' },
    stt: { provider: 'p3', language: 'fr' },
    vad: { sensitivity: 0.25, min_speech_duration_ms: 300 },
    vlm: { model: 'm4' },
    appearance: 'tall',
    text_only: false,
    verbose: true,
    is_public: true,
    avatar: 'https://example.org/mira.png',
    actions: [{ name: 'wave', description: 'Waves', parameters: [{ name: 'hand', required: true }] }],
  })
  expect(record).toEqual(
    characterRecord({
      name: 'Mira',
      tagline: 'Keeper of the lighthouse',
      personality: 'patient',
      background: 'Grew up by the sea',
      system_prompt: 'You are Mira.',
      llm_provider: 'p1',
      llm_model: 'm1',
      llm_temperature: 1.5,
      llm_max_tokens: 100,
      llm_verbosity: 'long',
      tts_provider: 'p2',
      tts_model: 'm2',
      tts_voice: 'v2',
      tts_speed: 1.25,
      tts_delivery_mode: 'STABLE',
      stt_provider: 'p3',
      stt_language: 'fr',
      vad_sensitivity: 0.25,
      vad_min_speech_duration_ms: 300,
      vlm_model: 'm4',
      appearance: 'tall',
      text_only: false,
      text_only_chosen: true,
      verbose: true,
      is_public: true,
      avatar: 'https://example.org/mira.png',
      actions: [
        {
          name: 'wave',
          description: 'Waves',
          parameters: [{ name: 'hand', type: 'string', required: true, description: null }],
        },
      ],
    }),
  )
})

test('a player who creates a character owns it', async () => {
  expect(await create({}, { ...developer, playerId: 'ada' })).toEqual(characterRecord({ player_id: 'ada' }))
})

test.each([
  ['no voice', {}, true, false],
  ['a null voice', { tts: { voice: null } }, true, false],
  ['a voice', { tts: { voice: 'v' } }, false, false],
  ['a voice, and true by hand', { tts: { voice: 'v' }, text_only: true }, true, true],
  ['no voice, and false by hand', { text_only: false }, false, true],
])('text_only with %s', async (_, input, text_only, text_only_chosen) => {
  expect(await create(input)).toMatchObject({ text_only, text_only_chosen })
})

test('unknown keys are dropped, also inside sections and actions', async () => {
  const input = JSON.parse(
    '{"persona":{"description":"x","__proto__":{"name":"evil"}},"colour":"red","__proto__":{"is_public":true},' +
      '"actions":[{"name":"wave","icon":"hand","parameters":[{"name":"how","unit":"m"}]}]}',
  )
  expect(await create(input)).toEqual(
    characterRecord({
      actions: [
        { name: 'wave', parameters: [{ name: 'how', type: 'string', required: false, description: null }] },
      ],
    }),
  )
})

test('null actions are no actions', async () => {
  expect(await create({ actions: null })).toEqual(characterRecord())
})

test.each([null, []])('document_ids %j attach nothing', async (document_ids) => {
  expect(await create({ document_ids })).toEqual(characterRecord())
})

test('an unknown document is named in the error, and nothing is created', async () => {
  const { deps, inserted } = given()
  await expect(createCharacter(deps, developer, { document_ids: ['d1', 'd2'] })).rejects.toMatchObject({
    kind: 'unprocessable',
    detail: {
      message: 'Some documents cannot be attached',
      errors: [0, 1].map((index) => ({
        customId: null,
        path: `document_ids.${index}`,
        code: 'document_not_found',
        message: 'Document not found',
      })),
    },
  })
  expect(inserted).toEqual([])
})

test("in an organization, what a member creates is the organization's", async () => {
  const { deps, inserted } = given()
  const organizations = organizationsOf(organizationRecord())
  const member: CallerInSpace = { accountId: 'a2', playerId: 'ada', orgId: 'o1' }
  await createCharacter({ ...deps, organizations }, member, {})
  expect(inserted).toEqual([characterRecord({ account_id: 'a2', org_id: 'o1', player_id: 'ada' })])
})

test.each([
  ['a stranger', { accountId: 'a3', orgId: 'o1' }, {}],
  ['a member of a deleted one', { accountId: 'a2', orgId: 'o1' }, { deletedAt: '2030-01-02T03:04:05.000Z' }],
  ['an organization that is not there', { accountId: 'a1', orgId: 'o2' }, {}],
])('for %s nothing is created in an organization', async (_, caller, organization) => {
  const { deps, inserted } = given()
  const organizations = organizationsOf(organizationRecord(organization))
  const attempt = createCharacter({ ...deps, organizations }, { ...developer, ...caller }, {})
  await expect(attempt).rejects.toMatchObject({
    kind: 'forbidden',
    detail: 'Not an active member of this organization',
  })
  expect(inserted).toEqual([])
})
