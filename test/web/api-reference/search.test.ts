import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  type AsyncApi,
  chaptersOf,
  isForFew,
  type OpenApi,
} from '../../../src/web/api-reference/api-document.js'
import { reasonOf, search } from '../../../src/web/api-reference/search.js'

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url), 'utf8')) as T
const openApi = read<OpenApi>('openapi.json')
const chapters = chaptersOf(openApi, read<AsyncApi>('asyncapi.json'))

const find = (query: string) => search(chapters, openApi.components.schemas, query)
const idsOf = (query: string) => find(query).found.flatMap(({ entries }) => entries.map(({ id }) => id))

test.each([
  ['start session', ['talk', 'client_authenticate', 'server_session_info']],
  ['start a session', ['talk', 'client_authenticate', 'server_session_info']],
  ['session', ['talk', 'client_authenticate', 'server_session_info']],
  ['how do i talk', ['talk', 'takeTurn', 'client_text']],
  ['login', ['authenticate']],
  ['forget', ['deleteConversation', 'deleteAllMemories', 'deleteMemory']],
  ['memory list', ['listMemories']],
  ['list memories', ['listMemories']],
  ['event reply', ['server_bot_response']],
  ['which event brings the reply', ['server_bot_response']],
  ['429', ['refused']],
  ['rate limit', ['refused']],
  ['talk', ['talk']],
])('“%s” finds %j before all else', (query, expected) => {
  expect(idsOf(query).filter((id) => expected.includes(id)).length).toBe(expected.length)
  expect(expected).toContain(idsOf(query)[0])
})

test('“upload” finds what takes files, and says why', () => {
  const ids = idsOf('upload')
  expect(ids).toEqual(expect.arrayContaining(['uploadAvatar', 'uploadDocumentFile', 'addDocument']))
  expect(ids).not.toContain('createMemory')
  const entries = find('upload').found.flatMap((one) => one.entries)
  const reasonFor = (id: string) => {
    const entry = entries.find((one) => one.id === id)
    return entry === undefined ? undefined : reasonOf(entry, 'upload')
  }
  expect(reasonFor('uploadAvatar')).toBe('“upload”: here “give”')
  expect(reasonFor('addDocument')).toBe('The address is public, or the url of an upload')
  // What is shown says it itself.
  expect(reasonFor('uploadDocumentFile')).toBe('')
})

test('what a word is only a part of is not found', () => {
  // It stands in `generated_voice_id`.
  expect(idsOf('rate limit')).not.toContain('listCharacters')
  // The words that a name is made of are words.
  expect(idsOf('tokens')).toContain('createCharacter')
  expect(idsOf('quote')).toContain('listMemories')
})

test.each(['player', 'conversation', 'memories', 'character'])('“%s” finds no deletion first', (query) => {
  expect(idsOf(query)[0]).not.toMatch(/^delete/)
})

test.each(['/api/agents/{id}', '/api/agents/:id', 'put /api/agents/{}'])('“%s” finds its route', (path) => {
  expect(idsOf(path)).toContain('updateAgent')
})

test('where nothing has all words, what has the most is found, and that is said', () => {
  expect(find('delete zebra').hasAll).toBe(false)
  expect(idsOf('delete zebra')).toContain('deleteCharacter')
  expect(find('delete').hasAll).toBe(true)
  expect(find('zebra')).toEqual({ found: [], hasAll: false })
})

test('what few need comes after all else', () => {
  for (const query of ['session', 'memories', 'list', 'memory']) {
    const order = find(query).found.map(({ one }) => isForFew(one))
    expect([query, order.lastIndexOf(false) < order.indexOf(true)]).toEqual([query, true])
  }
  // Unless it is called so.
  expect(idsOf('createkey')[0]).toBe('createKey')
})

test('deletions stand last in their chapter, and what it is opened for first', () => {
  for (const { id, operations } of chapters) {
    const methods = operations.map(({ method }) => method)
    const first = methods.indexOf('DELETE')
    const rest = first < 0 ? [] : methods.slice(first)
    expect([id, rest.filter((method) => method !== 'DELETE')]).toEqual([id, []])
  }
  const firstOf = (id: string) => chapters.find((one) => one.id === id)?.operations[0]?.operationId
  expect(firstOf('conversations')).toBe('takeTurn')
  expect(firstOf('documents')).toBe('uploadDocumentFile')
  expect(firstOf('memories')).toBe('listMemories')
})
