import type { Attachments } from '../documents/ports.js'
import type { StoredFile } from '../files/stored-file.js'
import type { UnitWrite } from '../unit-of-work.js'
import type { CharacterRecord } from './record.js'

export type CharacterQuery = {
  /** The owner of the personal space; without effect when `orgId` is set. */
  readonly accountId: string
  readonly orgId: string | null
  readonly playerId: string | null
  /** Case-insensitive substring of name, tagline or id. */
  readonly search: string | null
  readonly limit: number
  readonly offset: number
}

export interface CharacterRepository {
  /**
   * Stores the character with copies of documents, as one atomic change. Rejects with `forbidden` when the organization
   * of the character is gone, so that a purge is complete, and as `DocumentRepository.attach` does. What is written
   * alongside is part of the change.
   */
  insert(record: CharacterRecord, copies?: Attachments, alongside?: readonly UnitWrite[]): Promise<void>
  find(id: string): Promise<CharacterRecord | undefined>
  /** Newest first, ties by id; `total` counts all matches, not only the page. */
  list(query: CharacterQuery): Promise<{ characters: CharacterRecord[]; total: number }>
  /**
   * Removes the character with its documents and conversations as one atomic change; their messages as in
   * `ConversationRepository.remove`.
   */
  remove(id: string): Promise<boolean>
  /** The file, if it is public as part of a character under this name. */
  findFile(file: StoredFile): Promise<StoredFile | undefined>
}
