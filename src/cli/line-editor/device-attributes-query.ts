import { type DeviceAttributes, QUERY_DEVICE_ATTRIBUTES } from './keys.js'

/** The longest wait for a terminal's answer; some have none. */
const ANSWERED_MS = 200

/** Asks a terminal what it is, once. */
export interface DeviceAttributesQuery {
  /** It is asked, and the answer has not come. */
  isPending(): boolean
  ask(): void
  answer(kind: DeviceAttributes): void
  /** Goes on without the answer. */
  cancel(): void
}

/** `found` hears what the terminal is at every question, and null when it does not say. */
export function createDeviceAttributesQuery(
  write: (text: string) => void,
  found: (kind: DeviceAttributes | null) => void,
): DeviceAttributesQuery {
  let known: DeviceAttributes | null | undefined
  let patience: NodeJS.Timeout | undefined
  const conclude = (kind: DeviceAttributes | null) => {
    clearTimeout(patience)
    patience = undefined
    known = kind
    found(kind)
  }
  return {
    isPending: () => patience !== undefined,
    ask: () => {
      if (known !== undefined) found(known)
      else if (patience === undefined) {
        patience = setTimeout(conclude, ANSWERED_MS, null)
        write(QUERY_DEVICE_ATTRIBUTES)
      }
    },
    answer: (kind) => {
      if (patience !== undefined) conclude(kind)
      known = kind
    },
    cancel: () => {
      if (patience !== undefined) conclude(null)
    },
  }
}
