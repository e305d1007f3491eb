/** What the indexes of several caches may take together: the one whose last use is longest ago goes first, whosever. */
export interface IndexBudget {
  /** Numbers the uses of all caches in their order. */
  nextUse(): number
  join(member: BudgetMember): void
  /** Drops indexes until the rest fits, or all that is left must stay. */
  shrink(): void
}

export type BudgetMember = {
  /** Measured memory of its indexes. */
  bytes(): number
  /** Of the indexes that may go, the one whose last use is longest ago. */
  oldest(): { readonly lastUse: number; drop(): void } | undefined
}

/** 256 MB (memory.md 2). */
export const INDEX_BUDGET_BYTES = 256 * 2 ** 20

export function createIndexBudget(budgetBytes: number = INDEX_BUDGET_BYTES): IndexBudget {
  const members: BudgetMember[] = []
  let uses = 0
  const isOver = () => members.reduce((sum, member) => sum + member.bytes(), 0) > budgetBytes
  const oldest = () =>
    members
      .map((member) => member.oldest())
      .filter((index) => index !== undefined)
      .sort((one, other) => one.lastUse - other.lastUse)[0]

  return {
    nextUse: () => {
      uses += 1
      return uses
    },
    join: (member) => void members.push(member),
    shrink: () => {
      while (isOver()) {
        const index = oldest()
        if (index === undefined) return
        index.drop()
      }
    },
  }
}
