import type { OrganizationRecord } from './record.js'

export interface OrganizationRepository {
  insert(record: OrganizationRecord): Promise<void>
  find(id: string): Promise<OrganizationRecord | undefined>
  /** The organizations with this member, deleted ones included; newest first, ties by id. */
  list(accountId: string): Promise<OrganizationRecord[]>
  /**
   * Erases the organization with its batches, characters, and their documents, conversations, messages and files, as one
   * atomic change, and from the disk before it resolves. After a crash, the next start or another call completes it.
   */
  purge(id: string): Promise<void>
}
