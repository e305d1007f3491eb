import type { BatchCreation } from '../../../src/domain/batches/ports.js'
import type { BatchRecord } from '../../../src/domain/batches/record.js'
import { newDocument } from '../../../src/domain/documents/new-document.js'
import type { DocumentRecord } from '../../../src/domain/documents/record.js'

const NOW = '2030-01-02T03:04:05.000Z'

/** A document that waits, with what a test cares about on top. */
export const aDocument = (given: Partial<DocumentRecord> = {}): DocumentRecord => ({
  ...newDocument({
    id: 'd1',
    now: NOW,
    ownership: {
      agentId: 'c1',
      account_id: 'a1',
      org_id: null,
      player_id: null,
      batchId: 'b1',
      itemIndex: 0,
      position: 0,
    },
    input: { url: 'https://origin.test/a.pdf' },
    headers: null,
    variant: 0,
  }),
  ...given,
})

/** A running batch of one item. */
export const aBatch = (given: Partial<BatchRecord> = {}): BatchRecord => ({
  id: 'b1',
  status: 'processing',
  createdAt: NOW,
  completedAt: null,
  expiresAt: '2030-02-01T03:04:05.000Z',
  retryOf: null,
  account_id: 'a1',
  org_id: null,
  player_id: null,
  isSingle: false,
  items: [{ customId: 'one', characterId: 'c1', request: null, error: null, warnings: [] }],
  ...given,
})

/** A finished batch whose only item got no character. */
export const aFailedBatch = (): BatchRecord =>
  aBatch({
    status: 'completed',
    completedAt: NOW,
    items: [
      {
        customId: 'one',
        characterId: null,
        request: { customId: 'one' },
        error: { code: 'executor_error', message: 'The character could not be created' },
        warnings: [],
      },
    ],
  })

export const aCreation = (given: Partial<BatchCreation> = {}): BatchCreation => ({
  batch: aBatch(),
  characters: [],
  documents: [],
  sources: [],
  maxRunningBatches: 1,
  ...given,
})
