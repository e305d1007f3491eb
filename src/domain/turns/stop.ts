/** Why a reply is interrupted (docs/wire-protocol.md, Interrupts). */
export type InterruptReason = 'client_interrupt' | 'new_message' | 'user_speech'

/**
 * Why a turn is stopped; the reason with which its signal aborts. Whoever stops it knows what the client has received of
 * the reply, so they decide what is stored of it.
 */
export type TurnStop = {
  /** `abandoned`: nobody waits for the reply any more. */
  readonly reason: InterruptReason | 'abandoned' | 'timed_out'
  /** What of the reply is stored. */
  readonly storedText: string
  /** The player goes on with what the reply would answer: nothing of the turn is kept. */
  readonly isRetracted: boolean
}

/** The reason with which a turn's signal was aborted. Only turns abort these signals, always with a `TurnStop`. */
export const stopOf = (signal: AbortSignal): TurnStop => signal.reason as TurnStop
