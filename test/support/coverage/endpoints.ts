import { batchEndpoints, oldDocumentEndpoints } from './batches.js'
import { type CoverageRow, coveredBy, type TestReference } from './coverage-row.js'

const fromImage = (title: string): TestReference => ['test/http/v1/from-image.test.ts', title]
const shares = (title: string): TestReference => ['test/http/v1/shares.test.ts', title]
const models = (title: string): TestReference => ['test/http/v1/models.test.ts', title]
const encounters = (title: string): TestReference => ['test/http/v1/encounters.test.ts', title]
const characters = (title: string): TestReference => ['test/http/v1/characters.test.ts', title]
const conversations = (title: string): TestReference => ['test/http/v1/conversations.test.ts', title]
const memories = (title: string): TestReference => ['test/http/v1/memories.test.ts', title]
const graph = (title: string): TestReference => ['test/http/v1/memory-graph.test.ts', title]
const views = (title: string): TestReference => ['test/http/v1/memory-views.test.ts', title]
const oldMemories = (title: string): TestReference => ['test/http/legacy/memories.test.ts', title]
const agents = (title: string): TestReference => ['test/http/legacy/agents.test.ts', title]
const agentForm = (title: string): TestReference => ['test/http/legacy/agent-form.test.ts', title]
const oldPlayers = (title: string): TestReference => ['test/http/legacy/conversations.test.ts', title]
const staff = (title: string): TestReference => ['test/http/staff/routes.test.ts', title]
const announced: TestReference = ['test/http/legacy/routes.test.ts', '$method $old announces $now']

const CHARACTER = '/api/v1/characters/{character_id}'
const PLAYERS = `${CHARACTER}/players`
const MEMORIES = `${PLAYERS}/{player_id}/memories`
const OLD_MEMORIES = '/api/agents/{agent_id}/players/{player_id}/memories'

/** Every row of the contract's tables of endpoints, by method and path, and the operational routes named under them. */
export const endpoints: readonly CoverageRow[] = [
  coveredBy('POST /api/v1/characters', characters('a created character is read back as it was answered')),
  coveredBy(
    'GET /api/v1/characters',
    characters('a list is newest first, in pages, and the search narrows its total'),
  ),
  coveredBy(`GET ${CHARACTER}`, characters('a created character is read back as it was answered')),
  coveredBy(`PUT ${CHARACTER}`, characters('an update is seen by the next read, and so is a session')),
  coveredBy(`DELETE ${CHARACTER}`, characters('a deleted character is gone, with what was said to it')),
  coveredBy(
    `PUT ${CHARACTER}/avatar`,
    ['test/http/v1/avatar.test.ts', 'a %s becomes the avatar, at an absolute address'],
    ['test/http/multipart.test.ts', '%s is refused with 400; nothing changes, no file is left'],
  ),
  coveredBy(
    `PUT ${CHARACTER}/model-file`,
    [
      'test/http/v1/model-file.test.ts',
      'an uploaded model completes the character, and is fetched byte by byte as it was',
    ],
    ['test/http/v1/model-file.test.ts', '%s is refused with 400; nothing changes, no file is left'],
  ),

  ...batchEndpoints,
  coveredBy(
    'POST /api/v1/characters/from-image',
    fromImage('a form makes a character of a picture: texts, voice, source and a square avatar; no model'),
    fromImage('JSON with base64 gives the same character as the form, whatever type it claims'),
    fromImage('X-Player-Id makes it the player’s, X-Org-Id the organization’s; strangers make nothing'),
    fromImage('the same key gives the same character for 24 hours, by form or JSON, and counts once'),
  ),
  coveredBy(
    `POST ${CHARACTER}/model`,
    models('%s asks for a static model'),
    models('a rigged model is posed, checked, rigged and animated, and tells its clips'),
    models('of many who ask at once one starts a model'),
  ),
  coveredBy(
    `GET ${CHARACTER}/model`,
    models(
      'a static model goes from state to state with each poll, and its files appear as the contract says',
    ),
    models('polls that come together give each state once, in order'),
    models('a player sees and starts models of their own characters only'),
  ),
  coveredBy(
    'POST /api/v1/share',
    shares('a permanent share has both links and never expires, whatever ttl and maxExchanges say'),
    shares('an expiring share with %o lives until %s, and has no anchor'),
    shares('the API key comes as Bearer: in X-API-Key alone it counts for nothing'),
  ),
  coveredBy(
    'POST /api/v1/share/{share_id}/open',
    shares('opening gives a token of one hour, a player of its own and what a stranger may see'),
  ),
  coveredBy(
    'GET /api/v1/share/character/{character_id}',
    shares(
      'shares are listed and revoked with an ID token: an API key is 401, another account finds nothing',
    ),
  ),
  coveredBy(
    'DELETE /api/v1/share/{share_id}',
    shares('revoking says how many tokens it deleted, and they are dead; a second time there is nothing'),
  ),
  coveredBy(
    'DELETE /api/v1/share/by-api-key/{api_key_id}',
    shares('bulk revoke ends the shares of one key, even of a key that is gone; counts are true'),
  ),

  coveredBy(
    `GET ${PLAYERS}/stats`,
    conversations('the statistics count everything said to a character'),
    conversations('the statistics of a character that nobody spoke to are empty'),
  ),
  coveredBy(
    `GET ${PLAYERS}`,
    conversations('the list tells how it was sorted and cut'),
    conversations('the list with %j'),
  ),
  coveredBy(
    `GET ${PLAYERS}/{player_id}`,
    conversations('one conversation is read whole'),
    conversations('a player who never spoke has no conversation, and an empty history'),
  ),
  coveredBy(
    `GET ${PLAYERS}/{player_id}/messages`,
    conversations('messages come newest page first, and in the order they were said within it'),
    conversations('a player who never spoke has no conversation, and an empty history'),
  ),
  coveredBy(
    `DELETE ${PLAYERS}/{player_id}`,
    conversations('a deleted conversation leaves an empty answer and nothing behind'),
  ),
  coveredBy(
    `GET ${MEMORIES}`,
    memories('the list is filtered by type and status, in pages, newest first'),
    memories('a player who never spoke has no memories, and may be given one'),
  ),
  coveredBy(
    `POST ${MEMORIES}`,
    memories('a created memory is manual, short-term, certain, and has its place in the list'),
    memories('%s is refused on create, with 422'),
  ),
  coveredBy(
    `PATCH ${MEMORIES}/{memory_id}`,
    memories('an update changes the given fields only'),
    memories('an update that gives nothing returns the memory unchanged, and counts nothing'),
  ),
  coveredBy(
    `DELETE ${MEMORIES}/{memory_id}`,
    memories('a deleted memory keeps its row; twice is once; hard removes it'),
  ),
  coveredBy(
    `DELETE ${MEMORIES}`,
    memories('with confirm=true all memories go, whatever their status, and are counted'),
    ['test/store/erasure.test.ts', 'of %s nothing is left in any byte of the data folder'],
  ),
  coveredBy(
    `GET ${MEMORIES}/timeline`,
    views('the timeline with %j'),
    views('the timeline holds the newest five hundred of the time that is asked for'),
  ),
  coveredBy(
    `GET ${MEMORIES}/stats`,
    views('the statistics count by status, type and layer'),
    views('promotions and demotions are counted for seven days, the last one is told for ever'),
  ),
  coveredBy(
    `GET ${MEMORIES}/core-facts`,
    views('core facts are read with the memory they come from, and go with it'),
  ),
  coveredBy(
    `GET ${MEMORIES}/graph`,
    graph('the graph leads from the player over topics to memories'),
    graph('includeEntities adds whom and what memories mention, and how they stand to each other'),
    graph('includeCharacterMemories adds what the character remembers of itself, and whom that mentions'),
    graph(
      'after a change the graph of before is stale, and the next one is not; what is erased is gone at once',
    ),
  ),
  coveredBy(
    `POST ${MEMORIES}/search`,
    views('a search finds what fits, the most similar first, between 0 and 1'),
    views('a search needs no more than memories:read, and is no GET'),
  ),
  coveredBy(
    'POST /api/v1/encounters',
    encounters('two characters of the caller are sent to meet; the answer names the encounter'),
    [
      'test/realtime/handlers/subscribe-encounter.test.ts',
      'a subscriber hears every turn and the end, a late one all of it from the beginning',
    ],
  ),

  coveredBy(
    'GET /api/agents',
    agents('the list is a bare array of all agents, newest first, whatever page is asked for'),
    announced,
  ),
  coveredBy(
    'POST /api/agents',
    agents('a created agent is answered with 201, and is a character like any other'),
    announced,
  ),
  coveredBy('GET /api/agents/{agent_id}', agents('an agent is the bare character in camelCase'), announced),
  coveredBy('PUT /api/agents/{agent_id}', agents('an update changes the given fields only'), announced),
  coveredBy(
    'DELETE /api/agents/{agent_id}',
    agents('a deleted agent is gone with its conversations'),
    announced,
  ),
  coveredBy(
    'the multipart image and model parts of POST and PUT /api/agents',
    agentForm('a form of %s gives the configuration and both files at once'),
    agentForm('%s with %s is refused with %i; nothing changes, no file is left'),
  ),
  ...oldDocumentEndpoints,
  coveredBy(
    'GET /api/agents/{agent_id}/players/stats',
    oldPlayers('%s answers what its successor answers'),
    announced,
  ),
  coveredBy(
    'GET /api/agents/{agent_id}/players',
    oldPlayers('%s answers what its successor answers'),
    oldPlayers('%s is understood as %s'),
    announced,
  ),
  coveredBy(
    'GET /api/agents/{agent_id}/players/{player_id}',
    oldPlayers('%s answers what its successor answers'),
    announced,
  ),
  coveredBy(
    'GET /api/agents/{agent_id}/players/{player_id}/messages',
    oldPlayers('%s answers what its successor answers'),
    announced,
  ),
  coveredBy(
    'DELETE /api/agents/{agent_id}/players/{player_id}',
    oldPlayers('a deleted conversation is answered with 200 and a message, and is gone'),
    announced,
  ),
  coveredBy(
    `GET ${OLD_MEMORIES}`,
    oldMemories('%j answers what its successor answers'),
    oldMemories('memory_type is understood as memoryType, and sorting is accepted and ignored'),
    announced,
  ),
  ...['timeline', 'stats', 'core-facts'].map((view) =>
    coveredBy(`GET ${OLD_MEMORIES}/${view}`, views('the old %s is the new %s'), announced),
  ),
  coveredBy(
    `GET ${OLD_MEMORIES}/graph`,
    graph('the old graph takes its names in snake_case, and answers what its successor answers'),
    announced,
  ),
  coveredBy(
    `POST ${OLD_MEMORIES}/search`,
    views('a search needs no more than memories:read, and is no GET'),
    announced,
  ),
  coveredBy(
    `DELETE ${OLD_MEMORIES}`,
    oldMemories('deleting all is answered with the count and a message'),
    announced,
  ),
  ...['POST', 'PATCH', 'DELETE'].map((method) =>
    coveredBy(
      `${method} /api/v1/agents/{agent_id}/players/{player_id}/memories${method === 'POST' ? '' : '/{memory_id}'}`,
      oldMemories('the old paths of writes do what their successors do'),
      announced,
    ),
  ),
  coveredBy(
    'POST /api/generate/image-to-character',
    fromImage('the old path takes snake_case, by form or JSON, and answers 200 with the agent'),
    announced,
  ),
  ...['POST /api/generate/{agent_id}/generate-model', 'GET /api/generate/{agent_id}/model-status'].map(
    (row) =>
      coveredBy(row, models('the old routes start a model and tell of it in their own words'), announced),
  ),

  coveredBy(
    'POST /api/encounters',
    encounters('the old path starts an encounter, too, with the same answer'),
    announced,
  ),

  coveredBy('GET /api/health', staff('health tells everyone that the server answers, and nothing else')),
  coveredBy(
    'GET /api/staff/v1/admin/health',
    staff('staff see how the server and what it depends on are'),
    staff('%s is for staff at this machine alone'),
  ),
  coveredBy(
    'GET /api/system-metrics',
    staff('%s counts requests by route and answer'),
    staff('%s is for staff at this machine alone'),
  ),
  coveredBy('GET /api/staff/v1/system-metrics', staff('%s counts requests by route and answer')),
  coveredBy(
    'POST /api/v1/organizations/{org_id}/purge',
    [
      'test/http/v1/organizations.test.ts',
      'after 30 days of deletion, and not a moment earlier, the owner may purge',
    ],
    ['test/http/v1/organizations.test.ts', 'force with a reason does not wait'],
    [
      'test/runtime/purge.test.ts',
      'what was said in an organization is in no byte of the data folder once it is purged',
    ],
  ),
]
