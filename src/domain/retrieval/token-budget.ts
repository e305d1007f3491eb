/** Tokens that a part of a prompt may have. */
export type TokenBudget = {
  /** Spends so many tokens if they are left, here and in the larger budget that this one is a part of. */
  spend(tokens: number): boolean
}

/** What is too long for what is left is refused; a later, shorter one may fit. */
export function createTokenBudget(tokens: number, whole?: TokenBudget): TokenBudget {
  let left = tokens
  return {
    spend: (cost) => {
      if (cost > left || whole?.spend(cost) === false) return false
      left -= cost
      return true
    },
  }
}
