import type { BatchRequest } from '../../contract/batch-requests.js'
import type { BatchWarning } from '../../contract/batches.js'
import type { CallerInSpace } from '../access.js'
import { newCharacter } from '../characters/new-character.js'
import type { CharacterRecord } from '../characters/record.js'
import { type AttachmentProblem, attachedCopies } from '../documents/attach.js'
import type { DocumentOwnership } from '../documents/new-document.js'
import type { Attachments } from '../documents/ports.js'
import type { DocumentRecord } from '../documents/record.js'
import type { Log } from '../log.js'
import type { Ids } from '../random.js'
import type { BatchItemRecord } from './record.js'
import type { DocumentToFetch } from './store-batch.js'

/** The records that an item of a batch leads to. */
export type ItemPlan = {
  readonly item: BatchItemRecord
  readonly characters: readonly CharacterRecord[]
  readonly toFetch: readonly DocumentToFetch[]
  readonly attached: Attachments
}

export type PlanItemDeps = { readonly ids: Ids; readonly log: Log }

type ItemRequest = {
  readonly request: BatchRequest
  readonly index: number
  readonly batchId: string
  readonly now: string
  readonly owner: CallerInSpace
  /** Documents to attach. */
  readonly sources: readonly DocumentRecord[]
  /** Why other requested documents are left out. */
  readonly problems?: readonly AttachmentProblem[]
}

/** Plans one item; one that cannot become a character fails without affecting the others (docs/rest.md, Batches). */
export function planItem(deps: PlanItemDeps, item: ItemRequest): ItemPlan {
  try {
    return planCharacter(deps, item)
  } catch (error) {
    deps.log.error('a character of a batch could not be created', { error })
    return planFailure(item)
  }
}

function planCharacter({ ids }: PlanItemDeps, item: ItemRequest): ItemPlan {
  const { request, index, batchId, now, owner, sources } = item
  const { customId, documents, document_ids: _, ...input } = request
  const character = newCharacter({ id: ids.uuid(), now, owner, input })
  const { id: agentId, account_id, org_id, player_id } = character
  const ownership = { agentId, account_id, org_id, player_id, batchId, itemIndex: index }
  return {
    item: {
      customId,
      characterId: agentId,
      request: null,
      error: null,
      warnings: [...linkWarnings(item), ...textOnlyWarnings(character)],
    },
    characters: [character],
    toFetch: (documents ?? []).map((given, position) =>
      documentToFetch(ownership, { input: given, position }),
    ),
    attached: attachedCopies(sources, { ids, now, ownership }),
  }
}

const documentToFetch = (
  ownership: Omit<DocumentOwnership, 'position'>,
  { input, position }: { input: DocumentToFetch['input']; position: number },
): DocumentToFetch => ({ ownership: { ...ownership, position }, input })

/**
 * Attaching a document always makes a copy, because a document belongs to one character. A document that was deleted
 * since the request was checked is left out.
 */
function linkWarnings({ request: { document_ids }, sources, problems = [] }: ItemRequest): BatchWarning[] {
  const ids = document_ids ?? []
  return [...new Set(ids)].map((id) => {
    const path = `document_ids.${ids.indexOf(id)}`
    const problem = problems.find((one) => one.path === path)
    if (problem !== undefined) return { code: problem.code, message: problem.message, path }
    if (!sources.some((source) => source.id === id)) {
      return { code: 'document_link_failed', message: 'It was deleted meanwhile', path }
    }
    return { code: 'document_copied', message: 'It belongs to another character, so a copy was made', path }
  })
}

const textOnlyWarnings = ({ text_only, text_only_chosen }: CharacterRecord): BatchWarning[] =>
  text_only && !text_only_chosen
    ? [
        {
          code: 'text_only_inferred',
          message: 'No voice configured, so text_only is true',
          path: 'text_only',
        },
      ]
    : []

function planFailure({ request }: Pick<ItemRequest, 'request'>): ItemPlan {
  const error = { code: 'executor_error', message: 'The character could not be created' } as const
  const documents = request.documents?.map(({ headers: _, ...input }) => input)
  return {
    item: {
      customId: request.customId,
      characterId: null,
      request: documents === undefined ? request : { ...request, documents },
      error,
      warnings: [],
    },
    characters: [],
    toFetch: [],
    attached: { documents: [], sources: [] },
  }
}
