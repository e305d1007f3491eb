import { Type } from 'typebox'
import * as characters from '../characters.js'
import * as conversations from '../conversations.js'
import * as documents from '../documents.js'
import * as encounters from '../encounters.js'
import { operation } from '../operation.js'
import { ErrorBodySchema, Ref } from '../shared.js'
import { AGENT_FORM_FILES, AgentFormSchema } from './agent-form.js'
import { AgentSchema } from './agents.js'
import { legacyGenerationTable } from './generation.js'
import { legacyMemoryTable } from './memories.js'
import { type LegacyRoute, legacyOperation, withLegacyNames } from './operation.js'

const AGENT = '/api/agents/:characterId'
const PLAYERS = `${AGENT}/players`

export const listAgents = operation({
  method: 'GET',
  url: '/api/agents',
  config: { scope: 'characters:read' },
  schema: {
    ...legacyOperation('listAgents'),
    summary: 'List all characters, newest first',
    response: { 200: Type.Array(Ref(AgentSchema)) },
  },
})

const form = { fields: AgentFormSchema, files: AGENT_FORM_FILES }

export const createAgent = operation({
  ...characters.createCharacter,
  url: '/api/agents',
  form,
  schema: {
    ...characters.createCharacter.schema,
    ...legacyOperation('createAgent'),
    response: {
      ...characters.createCharacter.schema.response,
      201: Ref(AgentSchema),
      400: Ref(ErrorBodySchema),
    },
  },
})

export const getAgent = operation({
  ...characters.getCharacter,
  url: AGENT,
  schema: {
    ...characters.getCharacter.schema,
    ...legacyOperation('getAgent'),
    response: { ...characters.getCharacter.schema.response, 200: Ref(AgentSchema) },
  },
})

export const updateAgent = operation({
  ...characters.updateCharacter,
  url: AGENT,
  form,
  schema: {
    ...characters.updateCharacter.schema,
    ...legacyOperation('updateAgent'),
    response: {
      ...characters.updateCharacter.schema.response,
      200: Ref(AgentSchema),
      400: Ref(ErrorBodySchema),
    },
  },
})

export const deleteAgent = operation({
  ...characters.deleteCharacter,
  url: AGENT,
  schema: { ...characters.deleteCharacter.schema, ...legacyOperation('deleteAgent') },
})

export const listAgentDocuments = operation({
  ...documents.listDocuments,
  url: `${AGENT}/documents`,
  schema: { ...documents.listDocuments.schema, ...legacyOperation('listAgentDocuments') },
})

export const deleteAgentDocument = operation({
  ...documents.deleteDocument,
  url: '/api/agents/documents/:documentId',
  schema: {
    ...documents.deleteDocument.schema,
    ...legacyOperation('deleteAgentDocument'),
    params: documents.DocumentParams,
  },
})

export const agentConversationStats = operation({
  ...conversations.conversationStats,
  url: `${PLAYERS}/stats`,
  schema: { ...conversations.conversationStats.schema, ...legacyOperation('agentConversationStats') },
})

/** The old query names of the conversation list. */
export const CONVERSATION_QUERY_NAMES = {
  sort_by: 'sortBy',
  sort_order: 'sortOrder',
  player_search: 'playerSearch',
  min_messages: 'minMessages',
} as const

export const listAgentConversations = operation({
  ...conversations.listConversations,
  url: PLAYERS,
  schema: {
    ...conversations.listConversations.schema,
    ...legacyOperation('listAgentConversations'),
    querystring: withLegacyNames(
      conversations.listConversations.schema.querystring,
      CONVERSATION_QUERY_NAMES,
    ),
  },
})

export const getAgentConversation = operation({
  ...conversations.getConversation,
  url: `${PLAYERS}/:playerId`,
  schema: { ...conversations.getConversation.schema, ...legacyOperation('getAgentConversation') },
})

export const listAgentMessages = operation({
  ...conversations.listMessages,
  url: `${PLAYERS}/:playerId/messages`,
  schema: { ...conversations.listMessages.schema, ...legacyOperation('listAgentMessages') },
})

const { 204: _, ...deletionFailures } = conversations.deleteConversation.schema.response

export const deleteAgentConversation = operation({
  ...conversations.deleteConversation,
  url: `${PLAYERS}/:playerId`,
  schema: {
    ...conversations.deleteConversation.schema,
    ...legacyOperation('deleteAgentConversation'),
    response: { ...deletionFailures, 200: Type.Object({ message: Type.String() }) },
  },
})

const FORM = 'JSON, or a form with the file parts `image` and `model`'
const CREATION = {
  was: FORM,
  is: 'JSON alone; files of the new character go to `PUT …/{characterId}/avatar` and `…/model-file` afterwards',
}
const CHANGE = {
  was: FORM,
  is: 'JSON alone; files go to `PUT …/{characterId}/avatar` and `…/model-file`',
}
const CHARACTER = { was: 'an agent, fields in camelCase', is: 'a Character, fields in snake_case' }

export const startOldEncounter = operation({
  ...encounters.startEncounter,
  url: '/api/encounters',
  schema: { ...encounters.startEncounter.schema, ...legacyOperation('startOldEncounter') },
})

/** All legacy paths. The routes' deprecation headers and the migration guide are generated from this table. */
export const legacyRouteTable: readonly LegacyRoute[] = [
  {
    operation: listAgents,
    successor: characters.listCharacters,
    answer: {
      was: 'a bare array of all agents, fields in camelCase',
      is: 'a page `{characters, total, limit, offset}`, of 20 unless `limit` says otherwise',
    },
  },
  { operation: createAgent, successor: characters.createCharacter, body: CREATION, answer: CHARACTER },
  { operation: getAgent, successor: characters.getCharacter, answer: CHARACTER },
  { operation: updateAgent, successor: characters.updateCharacter, body: CHANGE, answer: CHARACTER },
  { operation: deleteAgent, successor: characters.deleteCharacter },
  { operation: listAgentDocuments, successor: documents.listDocuments },
  { operation: deleteAgentDocument, successor: documents.deleteDocument, missingParams: [':characterId'] },
  { operation: agentConversationStats, successor: conversations.conversationStats },
  {
    operation: listAgentConversations,
    successor: conversations.listConversations,
    renamedQuery: CONVERSATION_QUERY_NAMES,
  },
  { operation: getAgentConversation, successor: conversations.getConversation },
  { operation: listAgentMessages, successor: conversations.listMessages },
  {
    operation: deleteAgentConversation,
    successor: conversations.deleteConversation,
    answer: { was: '`200` with `{message}`', is: '`204` without a body' },
  },
  { operation: startOldEncounter, successor: encounters.startEncounter },
  ...legacyGenerationTable,
  ...legacyMemoryTable,
]
