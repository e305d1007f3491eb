/** One side's words, in the order in which they came. */
export type TranscriptLine = {
  readonly id: string
  readonly who: 'visitor' | 'character'
  readonly text: string
  readonly isOver: boolean
}

type BotResponse = { readonly message_id: string; readonly text: string; readonly is_final: boolean }

/** What the visitor said, at the end. */
export const appendVisitorText = (lines: readonly TranscriptLine[], text: string): TranscriptLine[] => [
  ...lines,
  { id: `visitor ${lines.length}`, who: 'visitor', text, isOver: true },
]

/** Chunks add up under the id of their reply; its final replaces their sum (docs/wire-protocol.md, Reply text). */
export function applyBotResponse(
  lines: readonly TranscriptLine[],
  { message_id: id, text, is_final: isOver }: BotResponse,
): TranscriptLine[] {
  const before = lines.find((line) => line.id === id)
  if (before === undefined) return [...lines, { id, who: 'character', text, isOver }]
  const after: TranscriptLine = { ...before, text: isOver ? text : before.text + text, isOver }
  return lines.map((line) => (line.id === id ? after : line))
}

/** A reply that is broken off stays as far as it came. */
export const markInterrupted = (lines: readonly TranscriptLine[], id: string): TranscriptLine[] =>
  lines.map((line) => (line.id === id ? { ...line, isOver: true } : line))

/** What the visitor is saying, as far as it is understood; the last of it is what is answered. */
export function applyTranscript(
  lines: readonly TranscriptLine[],
  { text, is_final: isOver }: { readonly text: string; readonly is_final: boolean },
): TranscriptLine[] {
  const before = removeInterimLines(lines)
  return [...before, { id: `visitor ${before.length}`, who: 'visitor', text, isOver }]
}

/** What nothing came of. */
export const removeInterimLines = (lines: readonly TranscriptLine[]): TranscriptLine[] =>
  lines.filter(({ who, isOver }) => who === 'character' || isOver)

/** Of a connection that is gone nothing more will come. */
export const finalizeLines = (lines: readonly TranscriptLine[]): TranscriptLine[] =>
  removeInterimLines(lines).map((line) => (line.isOver ? line : { ...line, isOver: true }))
