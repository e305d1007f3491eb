/** A line of the conversation, in order of arrival. */
export type TranscriptLine = {
  readonly id: string
  readonly who: 'visitor' | 'character'
  readonly text: string
  readonly isOver: boolean
}

type BotResponse = { readonly message_id: string; readonly text: string; readonly is_final: boolean }

export const appendVisitorText = (lines: readonly TranscriptLine[], text: string): TranscriptLine[] => [
  ...lines,
  { id: `visitor ${lines.length}`, who: 'visitor', text, isOver: true },
]

/** Appends chunks to the line of their reply; the final text replaces them (docs/wire-protocol.md, Reply text). */
export function applyBotResponse(
  lines: readonly TranscriptLine[],
  { message_id: id, text, is_final: isOver }: BotResponse,
): TranscriptLine[] {
  const before = lines.find((line) => line.id === id)
  if (before === undefined) return [...lines, { id, who: 'character', text, isOver }]
  const after: TranscriptLine = { ...before, text: isOver ? text : before.text + text, isOver }
  return lines.map((line) => (line.id === id ? after : line))
}

/** An interrupted reply keeps the text that has arrived. */
export const markInterrupted = (lines: readonly TranscriptLine[], id: string): TranscriptLine[] =>
  lines.map((line) => (line.id === id ? { ...line, isOver: true } : line))

/** Shows what the visitor says: each transcript replaces the interim one before it. */
export function applyTranscript(
  lines: readonly TranscriptLine[],
  { text, is_final: isOver }: { readonly text: string; readonly is_final: boolean },
): TranscriptLine[] {
  const before = removeInterimLines(lines)
  return [...before, { id: `visitor ${before.length}`, who: 'visitor', text, isOver }]
}

/** Removes transcripts that did not become final. */
export const removeInterimLines = (lines: readonly TranscriptLine[]): TranscriptLine[] =>
  lines.filter(({ who, isOver }) => who === 'character' || isOver)

/** Completes all lines when the connection is gone. */
export const finalizeLines = (lines: readonly TranscriptLine[]): TranscriptLine[] =>
  removeInterimLines(lines).map((line) => (line.isOver ? line : { ...line, isOver: true }))
