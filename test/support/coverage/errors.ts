import { batchErrors } from './batches.js'
import { type Held, held, type Row } from './row.js'

const refusesAll: Held = [
  'test/http/access.test.ts',
  '$name refuses every credential that does not open it, tells nothing, and changes nothing',
]
const validation = (title: string): Held => ['test/http/validation.test.ts', title]

/** Every case of every row of the contract's table of errors, then the variants that are listed under it. */
export const errors: readonly Row[] = [
  held(
    'the envelope',
    ['test/http/errors.test.ts', '%s is a %i with its detail'],
    ['test/http/typing.test.ts', '$name: refusing nobody, it keeps to the envelope'],
  ),

  held(
    '400: invalid parameters',
    ['test/http/bad-ids.test.ts', '$name: bytes that are no UTF-8 in $parameter are a malformed address'],
    validation('a list asked for with %s is refused'),
  ),
  held('400: delete-all memories without confirm=true', [
    'test/http/v1/memories.test.ts',
    'all memories stay without confirm=true, with 400 (%j)',
  ]),
  held(
    '400: avatar or model file validation failure',
    [
      'test/http/v1/avatar.test.ts',
      '%s is refused, whatever its name says; nothing changes, no file is left',
    ],
    ['test/http/v1/model-file.test.ts', '%s is refused with 400; nothing changes, no file is left'],
  ),
  held('400: undecodable base64 image', [
    'test/http/v1/from-image.test.ts',
    'JSON with the image "%s" is a %i',
  ]),
  held('400: model generation without appearance description', [
    'test/http/v1/models.test.ts',
    'a character without an appearance gets no model',
  ]),

  held('401: missing or invalid API key', refusesAll),

  held('403: valid key lacking scope', refusesAll),
  held('403: player mismatch on PUT or DELETE of a character', [
    'test/http/players.test.ts',
    "$name: a player changes neither another player's character (rule 4) nor a developer's (rule 5)",
  ]),
  held(
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
  held('403: X-Org-Id of an organization that the caller is not an active member of', [
    'test/http/v1/organizations.test.ts',
    'X-Org-Id of an organization that one is no active member of is 403 to create and to list',
  ]),
  held('403: share session token used for character management', refusesAll, [
    'test/http/access.test.ts',
    '$name is open to every credential that is enough',
  ]),

  held('404: resource missing or owned by another account', refusesAll, [
    'test/http/bad-ids.test.ts',
    '$name: whatever $parameter is written wrongly is not there, and nothing changes',
  ]),
  held('404: GET character with mismatched X-Player-Id', [
    'test/http/players.test.ts',
    '$name: to a player, a character that is not theirs does not exist (rules 2 and 3)',
  ]),
  held('404: GET model status with mismatched X-Player-Id', [
    'test/http/v1/models.test.ts',
    'a player sees and starts models of their own characters only',
  ]),
  held('404: memory not found for that character and player', [
    'test/http/v1/memories.test.ts',
    "%s of a missing memory, and of another character's or player's, is not found",
  ]),
  held('404: conversation not found', [
    'test/http/v1/conversations.test.ts',
    'a player who never spoke has no conversation, and an empty history',
  ]),
  held('404: share not found, revoked or not permanent', [
    'test/http/v1/shares.test.ts',
    'an unknown, a malformed, a revoked, an expired share and one of the other kind are the same 404',
  ]),

  held('405: GET on the memory search path', [
    'test/http/v1/memory-views.test.ts',
    'a search needs no more than memories:read, and is no GET',
  ]),

  held('409: same Idempotency-Key being submitted right now, from-image', [
    'test/http/v1/from-image.test.ts',
    'while the first request of a key is being answered the second is a 409',
  ]),
  held('409: model generation already in progress', [
    'test/http/v1/models.test.ts',
    'while a model is being made (rigged: %s) another is refused at every state, and counts nothing',
  ]),

  held('415: from-image neither multipart/form-data nor application/json', [
    'test/http/v1/from-image.test.ts',
    '%s: neither a form nor JSON is a 415',
  ]),

  held(
    '422: body validation failure',
    validation('%s = %j is refused, on create and on update'),
    ['test/http/bodies.property.test.ts', '$name: one thing wrong is a 422 that points at it'],
    [
      'test/http/bad-bodies.test.ts',
      '$name: a body that is no JSON in UTF-8 is told so, and changes nothing',
    ],
  ),
  held('422: unknown fields on memory create', [
    'test/http/v1/memories.test.ts',
    '%s is refused on create, with 422',
  ]),
  held('422: unknown fields on memory update', [
    'test/http/legacy/memories.test.ts',
    'the old paths of writes do what their successors do',
  ]),
  held('422: unknown fields on memory search', [
    'test/http/v1/memory-views.test.ts',
    'a search with %s is refused with 422',
  ]),
  held('422: unknown fields on encounter bodies', [
    'test/http/v1/encounters.test.ts',
    'a start with %s is refused with 422',
  ]),

  held('500: server error', [
    'test/http/errors.test.ts',
    'a bug says nothing of its insides, and is found in the log by its request id',
  ]),
  held(
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
  held('503: 3D model service not configured', [
    'test/http/v1/models.test.ts',
    'without a service models are refused with 503, and asking still answers',
  ]),

  ...batchErrors,
  held('document_ids 422: document_not_found', [
    'test/http/v1/characters.test.ts',
    'a document that is not there refuses the whole character',
  ]),
  held('429 detail: manual memory write quota exceeded', [
    'test/http/v1/memories.test.ts',
    'a quota that is full says the cap of the contract',
  ]),
  held('429 detail: share open rate limit', [
    'test/http/v1/shares.test.ts',
    '200 opens at once: exactly ten in the minute, and the detail names the bucket',
  ]),
  held('429 detail: permanent share cap reached', [
    'test/http/v1/shares.test.ts',
    'an account has 200 active permanent shares at most: 429; a revoked one makes room',
  ]),
  held('429 detail: model-generation quota exhausted', [
    'test/http/v1/models.test.ts',
    'a quota of models is exhausted until midnight; none is left of zero',
  ]),
  held('429 detail: shared 50/hour bucket exceeded', [
    'test/http/v1/from-image.test.ts',
    'the 51st of an hour is refused; refused ones and replays count nothing',
  ]),
]
