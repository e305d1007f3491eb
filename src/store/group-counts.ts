import type { StoredRecord } from './kind.js'
import type { Index } from './table.js'

export type GroupCounts<R> = Index<R> & {
  /** How many records of the group each member has; those without any are left out. */
  counts(group: string): ReadonlyMap<string, number>
}

type GroupCountsSettings<R> = {
  readonly groupOf: (record: R) => string
  readonly memberOf: (record: R) => string
  /** The fields that both look at. */
  readonly fields?: readonly (keyof R)[]
}

/** Counts the records of every member of a group, so that listing the members reads no records. */
export function createGroupCounts<R extends StoredRecord>({
  groupOf,
  memberOf,
  fields,
}: GroupCountsSettings<R>): GroupCounts<R> {
  const groups = new Map<string, Map<string, number>>()

  const add = (record: R) => {
    const group = groupOf(record)
    const members = groups.get(group) ?? new Map<string, number>()
    groups.set(group, members)
    members.set(memberOf(record), (members.get(memberOf(record)) ?? 0) + 1)
  }
  const drop = (record: R) => {
    const group = groupOf(record)
    const members = groups.get(group)
    const left = (members?.get(memberOf(record)) ?? 0) - 1
    if (left > 0) members?.set(memberOf(record), left)
    else members?.delete(memberOf(record))
    if (members?.size === 0) groups.delete(group)
  }

  return {
    fields,
    build(records) {
      groups.clear()
      for (const record of records.values()) add(record)
    },
    change(before, after) {
      if (before !== undefined) drop(before)
      if (after !== undefined) add(after)
    },
    counts: (group) => new Map(groups.get(group)),
  }
}
