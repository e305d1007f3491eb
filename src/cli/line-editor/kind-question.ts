import { ASK_KIND, type TerminalKind } from './keys.js'

/** The longest wait for a terminal's answer; some have none. */
const ANSWERED_MS = 200

/** Asks a terminal what it is, once. */
export interface KindQuestion {
  /** It is asked, and the answer has not come. */
  isOpen(): boolean
  ask(): void
  answer(kind: TerminalKind): void
  /** Goes on without the answer. */
  giveUp(): void
}

/** `found` hears what the terminal is at every question, and null when it does not say. */
export function createKindQuestion(
  write: (text: string) => void,
  found: (kind: TerminalKind | null) => void,
): KindQuestion {
  let known: TerminalKind | null | undefined
  let patience: NodeJS.Timeout | undefined
  const conclude = (kind: TerminalKind | null) => {
    clearTimeout(patience)
    patience = undefined
    known = kind
    found(kind)
  }
  return {
    isOpen: () => patience !== undefined,
    ask: () => {
      if (known !== undefined) found(known)
      else if (patience === undefined) {
        patience = setTimeout(conclude, ANSWERED_MS, null)
        write(ASK_KIND)
      }
    },
    answer: (kind) => {
      if (patience !== undefined) conclude(kind)
      known = kind
    },
    giveUp: () => {
      if (patience !== undefined) conclude(null)
    },
  }
}
