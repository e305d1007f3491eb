import { batchLimits } from './batches.js'
import { type CoverageRow, coveredBy, type TestReference } from './coverage-row.js'

const shares = (title: string): TestReference => ['test/http/v1/shares.test.ts', title]
const paging = (title: string): TestReference => ['test/http/v1/paging.test.ts', title]
const queries = (title: string): TestReference => ['test/http/bad-queries.test.ts', title]
const bounds = queries('$name: $field is taken at its bounds, and refused beyond them')

/** Every row of the contract's table of limits; a row with several limits is several. */
export const limits: readonly CoverageRow[] = [
  ...batchLimits,
  coveredBy('Shared bucket: 50 requests per hour', [
    'test/http/v1/from-image.test.ts',
    'the 51st of an hour is refused; refused ones and replays count nothing',
  ]),
  coveredBy('from-image JSON base64 payload: about 7.5 MB', [
    'test/http/v1/from-image.test.ts',
    'base64 of 7.5 MB is taken, more is a 413 that leaves nothing',
  ]),
  coveredBy(
    'Avatar upload: 10 MB; JPEG, PNG, WebP',
    ['test/http/v1/avatar.test.ts', '10 MB to the byte are accepted'],
    [
      'test/http/v1/avatar.test.ts',
      '%s is refused, whatever its name says; nothing changes, no file is left',
    ],
  ),
  coveredBy(
    '3D model upload: 150 MB, .glb',
    ['test/http/v1/model-file.test.ts', '150 MB to the byte are accepted, a byte more is not'],
    ['test/http/v1/model-file.test.ts', '%s is refused with 400; nothing changes, no file is left'],
  ),
  coveredBy('Manual memory writes: 1,000 per day', [
    'test/http/v1/memories.test.ts',
    'the thousand-and-first manual write of a day is refused until midnight UTC; refused ones count nothing',
  ]),
  coveredBy(
    'Memory content: 1-2000 chars',
    ['test/http/v1/memories.test.ts', 'a content of %s is kept to the letter'],
    ['test/http/v1/memories.test.ts', '%s is refused on create, with 422'],
  ),
  coveredBy('Memory list page: 1-200, default 50', bounds),
  coveredBy('Memory search: query 1-500 chars', [
    'test/http/v1/memory-views.test.ts',
    'a search with %s is refused with 422',
  ]),
  coveredBy('Memory search: limit 1-50, default 10', [
    'test/http/v1/memory-views.test.ts',
    'a search with %s is refused with 422',
  ]),
  coveredBy('Memory timeline: 500 most recent', [
    'test/http/v1/memory-views.test.ts',
    'the timeline holds the newest five hundred of the time that is asked for',
  ]),
  coveredBy(
    'Conversation list page: 1-100, default 50',
    paging('a list of conversations holds fifty, or as many as asked for up to a hundred'),
    bounds,
  ),
  coveredBy(
    'Messages page: 1-200, default 100',
    paging('a page of messages holds a hundred, or as many as asked for up to two hundred'),
    bounds,
  ),
  coveredBy(
    'Character list page: 1-100, default 20',
    paging('a list of characters holds twenty, or as many as asked for up to a hundred'),
    bounds,
  ),
  coveredBy('Character search: max 100 chars', queries('$name: $field is measured in characters')),
  coveredBy(
    'Player id: max 128 chars',
    ['test/http/authentication.test.ts', 'X-Player-Id holds 1 to 128 characters; empty means absent'],
    ['test/http/bad-ids.test.ts', '$name: the id of a player has 1 to 128 characters'],
  ),
  coveredBy(
    'Permanent shares: 200 active per user',
    shares('an account has 200 active permanent shares at most: 429; a revoked one makes room'),
  ),
  coveredBy(
    'Share open rate: 10 per minute',
    shares('200 opens at once: exactly ten in the minute, and the detail names the bucket'),
  ),
  coveredBy('Share open rate: 100 per hour', shares('the bucket of the %s holds %d opens')),
  coveredBy('Share open rate: 500 per day', shares('the bucket of the %s holds %d opens')),
  coveredBy(
    'Session token lifetime: 1 hour',
    shares('a session token reads its character for an hour by the clock, whatever player a header names'),
  ),
]
