import type { CharacterConfig } from '../../contract/characters.js'
import type { CallerIdentity } from '../access.js'
import type { Clock } from '../clock.js'
import { attachedCopies, type FindSourcesDeps, requireSources } from '../documents/attach.js'
import { type DocumentRepository, SourceDocumentsDeleted } from '../documents/ports.js'
import { notFound } from '../errors.js'
import { isUrlOfFile } from '../files/stored-file.js'
import type { Ids } from '../random.js'
import { type UnitOfWork, updateRecord } from '../unit-of-work.js'
import { type FindCharacterDeps, findChangeableCharacter } from './access.js'
import { applyConfig, inferTextOnly } from './apply-config.js'
import type { AvatarFields, CharacterRecord, UploadedFields } from './record.js'

export type UpdateCharacterDeps = AttachDeps &
  UnitOfWork & {
    readonly clock: Pick<Clock, 'now'>
  }
type AttachDeps = FindCharacterDeps &
  FindSourcesDeps & {
    readonly documents: Pick<DocumentRepository, 'attach'>
    readonly ids: Ids
    readonly clock: Pick<Clock, 'now'>
  }
type Change = {
  readonly id: string
  readonly input: CharacterConfig
  /** Overrides the input. The caller holds the files until the change is stored. */
  readonly uploaded?: UploadedFields
}

/** Changes the given fields only; `document_ids` adds documents. */
export async function updateCharacter(
  deps: UpdateCharacterDeps,
  caller: CallerIdentity,
  { id, input, uploaded = {} }: Change,
): Promise<CharacterRecord> {
  const character = await findChangeableCharacter(deps, caller, id)
  if (input.document_ids?.length) await attachDocuments(deps, { caller, character, ids: input.document_ids })

  const updated_at = deps.clock.now().toISOString()
  const updated = await updateRecord(deps, { kind: 'characters', id }, (current) => {
    const configured = applyConfig(current, input)
    const textOnly = inferTextOnly(input.text_only, configured.tts_voice, current)
    const avatar = avatarAfter(current, input.avatar)
    return { ...current, ...configured, ...textOnly, ...avatar, ...uploaded, updated_at }
  })
  if (updated === undefined) throw notFound('Character')
  return updated
}

/** A given avatar replaces an uploaded one, unless it is the URL of that one: many clients send back all fields. */
function avatarAfter({ avatar, avatar_file }: AvatarFields, given: CharacterConfig['avatar']): AvatarFields {
  if (given === undefined) return { avatar, avatar_file }
  if (given !== null && avatar_file !== null && isUrlOfFile(avatar_file, given))
    return { avatar, avatar_file }
  return { avatar: given, avatar_file: null }
}

type Attachment = {
  readonly caller: CallerIdentity
  readonly character: CharacterRecord
  readonly ids: readonly string[]
}

async function attachDocuments(deps: AttachDeps, attachment: Attachment): Promise<void> {
  const { caller, character, ids } = attachment
  const { id: agentId, account_id, org_id, player_id } = character
  const sources = await requireSources(deps, { ...caller, orgId: org_id }, ids)
  // Its own documents are attached already.
  const others = sources.filter((source) => source.agentId !== agentId)
  const ownership = { agentId, account_id, org_id, player_id, batchId: null, itemIndex: 0 }
  const copies = attachedCopies(others, { ids: deps.ids, now: deps.clock.now().toISOString(), ownership })
  try {
    await deps.documents.attach(copies)
  } catch (error) {
    // A source was deleted concurrently; the second attempt reports which one.
    if (error instanceof SourceDocumentsDeleted) return attachDocuments(deps, attachment)
    throw error
  }
}
