import type { OrganizationRecord } from './record.js'

export interface OrganizationRepository {
  insert(record: OrganizationRecord): Promise<void>
  find(id: string): Promise<OrganizationRecord | undefined>
  /** Those with this member, deleted ones too; newest first, ties by id. */
  list(accountId: string): Promise<OrganizationRecord[]>
  /** Reads, changes and writes as one step; what `change` throws leaves everything as it was. */
  update(
    id: string,
    change: (current: OrganizationRecord) => OrganizationRecord,
  ): Promise<OrganizationRecord | undefined>
  /**
   * Erases the organization with its characters, their documents, conversations, messages and files, and its batches: as one atomic change, and
   * from the disk before it resolves. What a crash interrupts is finished at the next start, or by a second call.
   */
  purge(id: string): Promise<void>
}
