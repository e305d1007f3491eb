import type { Character } from '../../contract/characters.js'
import type { Attachments } from '../documents/ports.js'
import type { StoredFile } from '../files/stored-file.js'
import type { CharacterRecord } from './record.js'

export type CharacterQuery = {
  /** Whose personal space; within an organization it narrows nothing down. */
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
   * of the character is gone, so that a purge leaves nothing behind, and as `DocumentStore.attach` does.
   */
  insert(record: CharacterRecord, copies?: Attachments): Promise<void>
  find(id: string): Promise<CharacterRecord | undefined>
  /** Newest first, ties by id; `total` counts what the query matches, not the page. */
  list(query: CharacterQuery): Promise<{ characters: CharacterRecord[]; total: number }>
  /** Reads, changes and writes as one step, so that two updates never lose each other's fields. */
  update(
    id: string,
    change: (current: CharacterRecord) => CharacterRecord,
  ): Promise<CharacterRecord | undefined>
  /**
   * Removes the character with its documents and conversations as one atomic change; what was said in them as
   * `ConversationStore.remove` does.
   */
  remove(id: string): Promise<boolean>
  /** The file, if some character shows it to everybody by this name, whatever else refers to its bytes. */
  findFile(file: StoredFile): Promise<StoredFile | undefined>
}

/** Which characters have live sessions. */
export interface Presence {
  launchStatus(characterId: string): Character['launch_status']
}
