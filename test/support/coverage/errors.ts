import { batchErrors } from './batches.js'
import { type CoverageRow, coveredBy, type TestReference } from './coverage-row.js'

const refusesAll: TestReference = [
  'test/http/access.test.ts',
  '$name refuses every credential that does not open it, tells nothing, and changes nothing',
]
const validation = (title: string): TestReference => ['test/http/validation.test.ts', title]

/** Every case of every row of the contract's table of errors, then the variants that are listed under it. */
export const errors: readonly CoverageRow[] = [
  coveredBy(
    'the envelope',
    ['test/http/errors.test.ts', '%s is a %i with its detail'],
    ['test/http/wire-types.test.ts', '$name: refusing nobody, it keeps to the envelope'],
  ),

  coveredBy(
    '400: invalid parameters',
    ['test/http/bad-ids.test.ts', '$name: bytes that are no UTF-8 in $parameter are a malformed address'],
    validation('a list asked for with %s is refused'),
  ),
  coveredBy('400: delete-all memories without confirm=true', [
    'test/http/v1/memories.test.ts',
    'all memories stay without confirm=true, with 400 (%j)',
  ]),
  coveredBy(
    '400: avatar or model file validation failure',
    [
      'test/http/v1/avatar.test.ts',
      '%s is refused, whatever its name says; nothing changes, no file is left',
    ],
    ['test/http/v1/model-file.test.ts', '%s is refused with 400; nothing changes, no file is left'],
  ),
  coveredBy('400: undecodable base64 image', [
    'test/http/v1/from-image.test.ts',
    'JSON with the image "%s" is a %i',
  ]),
  coveredBy('400: model generation without appearance description', [
    'test/http/v1/models.test.ts',
    'a character without an appearance gets no model',
  ]),

  coveredBy('401: missing or invalid API key', refusesAll),

  coveredBy('403: valid key lacking scope', refusesAll),
  coveredBy('403: player mismatch on PUT or DELETE of a character', [
    'test/http/players.test.ts',
    "$name: a player changes neither another player's character (rule 4) nor a developer's (rule 5)",
  ]),
  coveredBy(
    '403: player mismatch on an avatar or model upload',
    [
      'test/http/v1/avatar.test.ts',
      'only its owner gives a character a picture: 403 to a player, 404 to another account',
    ],
    [
      'test/http/v1/model-file.test.ts',
      'only its owner gives a character a model: 403 to a player, 404 to another account',
    ],
  ),
  coveredBy('403: X-Org-Id of an organization that the caller is not an active member of', [
    'test/http/v1/organizations.test.ts',
    'X-Org-Id of an organization that one is no active member of is 403 to create and to list',
  ]),
  coveredBy('403: share session token used for character management', refusesAll, [
    'test/http/access.test.ts',
    '$name is open to every credential that is enough',
  ]),

  coveredBy('404: resource missing or owned by another account', refusesAll, [
    'test/http/bad-ids.test.ts',
    '$name: whatever $parameter is written wrongly is not there, and nothing changes',
  ]),
  coveredBy('404: GET character with mismatched X-Player-Id', [
    'test/http/players.test.ts',
    '$name: to a player, a character that is not theirs does not exist (rules 2 and 3)',
  ]),
  coveredBy('404: GET model status with mismatched X-Player-Id', [
    'test/http/v1/models.test.ts',
    'a player sees and starts models of their own characters only',
  ]),
  coveredBy('404: memory not found for that character and player', [
    'test/http/v1/memories.test.ts',
    "%s of a missing memory, and of another character's or player's, is not found",
  ]),
  coveredBy('404: conversation not found', [
    'test/http/v1/conversations.test.ts',
    'a player who never spoke has no conversation, and an empty history',
  ]),
  coveredBy('404: share not found, revoked or not permanent', [
    'test/http/v1/shares.test.ts',
    'an unknown, a malformed, a revoked, an expired share and one of the other kind are the same 404',
  ]),

  coveredBy('405: GET on the memory search path', [
    'test/http/v1/memory-views.test.ts',
    'a search needs no more than memories:read, and is no GET',
  ]),

  coveredBy('409: same Idempotency-Key being submitted right now, from-image', [
    'test/http/v1/from-image.test.ts',
    'while the first request of a key is being answered the second is a 409',
  ]),
  coveredBy('409: model generation already in progress', [
    'test/http/v1/models.test.ts',
    'while a model is being made (rigged: %s) another is refused at every state, and counts nothing',
  ]),

  coveredBy('415: from-image neither multipart/form-data nor application/json', [
    'test/http/v1/from-image.test.ts',
    '%s: neither a form nor JSON is a 415',
  ]),

  coveredBy(
    '422: body validation failure',
    validation('%s = %j is refused, on create and on update'),
    ['test/http/bodies.property.test.ts', '$name: one thing wrong is a 422 that points at it'],
    [
      'test/http/bad-bodies.test.ts',
      '$name: a body that is no JSON in UTF-8 is told so, and changes nothing',
    ],
  ),
  coveredBy('422: unknown fields on memory create', [
    'test/http/v1/memories.test.ts',
    '%s is refused on create, with 422',
  ]),
  coveredBy('422: unknown fields on memory update', [
    'test/http/legacy/memories.test.ts',
    'the old paths of writes do what their successors do',
  ]),
  coveredBy('422: unknown fields on memory search', [
    'test/http/v1/memory-views.test.ts',
    'a search with %s is refused with 422',
  ]),
  coveredBy('422: unknown fields on encounter bodies', [
    'test/http/v1/encounters.test.ts',
    'a start with %s is refused with 422',
  ]),

  coveredBy('500: server error', [
    'test/http/errors.test.ts',
    'a bug says nothing of its insides, and is found in the log by its request id',
  ]),
  coveredBy(
    '502: 3D model service failed',
    [
      'test/http/v1/models.test.ts',
      'a service that fails to start is a 502 that counts nothing and leaves all as it was',
    ],
    [
      'test/adapters/model-service/text-to-3d.test.ts',
      'a start that the service meets with %j is a %i, and another may follow',
    ],
  ),
  coveredBy('503: 3D model service not configured', [
    'test/http/v1/models.test.ts',
    'without a service models are refused with 503, and asking still answers',
  ]),

  ...batchErrors,
  coveredBy('document_ids 422: document_not_found', [
    'test/http/v1/characters.test.ts',
    'a document that is not there refuses the whole character',
  ]),
  coveredBy('429 detail: manual memory write quota exceeded', [
    'test/http/v1/memories.test.ts',
    'a quota that is full says the cap of the contract',
  ]),
  coveredBy('429 detail: share open rate limit', [
    'test/http/v1/shares.test.ts',
    '200 opens at once: exactly ten in the minute, and the detail names the bucket',
  ]),
  coveredBy('429 detail: permanent share cap reached', [
    'test/http/v1/shares.test.ts',
    'an account has 200 active permanent shares at most: 429; a revoked one makes room',
  ]),
  coveredBy('429 detail: model-generation quota exhausted', [
    'test/http/v1/models.test.ts',
    'a quota of models is exhausted until midnight; none is left of zero',
  ]),
  coveredBy('429 detail: shared 50/hour bucket exceeded', [
    'test/http/v1/from-image.test.ts',
    'the 51st of an hour is refused; refused ones and replays count nothing',
  ]),
]
