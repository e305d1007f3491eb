/** The data that the command embeds in the page. */
export type ComparisonPageData = {
  readonly character: string
  /** The title of the script, or its file name. */
  readonly script: string
  /** When the talk began, ISO 8601. */
  readonly startedAt: string
  /** False: the talk ended before its last message. */
  readonly isComplete: boolean
  readonly sides: readonly [SideData, SideData]
  /** The fields in which the copy differs. */
  readonly fields: readonly FieldData[]
  readonly messages: readonly MessageData[]
}

export type SideData = {
  readonly title: string
  /** The language model that answered; null: unknown. */
  readonly model: string | null
  readonly replies: number
  readonly failed: number
  /** Medians, in milliseconds; null: nothing was measured. */
  readonly firstTextMs: number | null
  readonly totalMs: number | null
  /** Sums over all replies; null: the server does not tell. */
  readonly tokens: { readonly request: number; readonly reply: number } | null
}

export type FieldData = { readonly field: string; readonly a: MarkedText; readonly b: MarkedText }

export type MessageData = {
  readonly input: string
  readonly a: ReplyData
  readonly b: ReplyData
  /** Whether both replies are the same, word for word. */
  readonly isSame: boolean
}

export type ReplyData = {
  readonly text: MarkedText
  readonly actions: readonly string[]
  readonly error: string | null
  readonly interrupted: boolean
  /** What it took, in words. */
  readonly measures: string
}

/** Runs of text; those marked are not on the other side. */
export type MarkedText = readonly { readonly text: string; readonly isMarked: boolean }[]
