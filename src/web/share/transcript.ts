/** One side's words, in the order in which they came. */
export type Line = {
  readonly id: string
  readonly who: 'visitor' | 'character'
  readonly text: string
  readonly isOver: boolean
}

type Response = { readonly message_id: string; readonly text: string; readonly is_final: boolean }

/** What the visitor said, at the end. */
export const withWords = (lines: readonly Line[], text: string): Line[] => [
  ...lines,
  { id: `visitor ${lines.length}`, who: 'visitor', text, isOver: true },
]

/** Chunks add up under the id of their reply; its final replaces their sum (docs/wire-protocol.md, Reply text). */
export function withResponse(
  lines: readonly Line[],
  { message_id: id, text, is_final: isOver }: Response,
): Line[] {
  const before = lines.find((line) => line.id === id)
  if (before === undefined) return [...lines, { id, who: 'character', text, isOver }]
  const after: Line = { ...before, text: isOver ? text : before.text + text, isOver }
  return lines.map((line) => (line.id === id ? after : line))
}

/** A reply that is broken off stays as far as it came. */
export const withInterrupt = (lines: readonly Line[], id: string): Line[] =>
  lines.map((line) => (line.id === id ? { ...line, isOver: true } : line))

/** What the visitor is saying, as far as it is understood; the last of it is what is answered. */
export function withHeard(
  lines: readonly Line[],
  { text, is_final: isOver }: { readonly text: string; readonly is_final: boolean },
): Line[] {
  const before = withoutGuess(lines)
  return [...before, { id: `visitor ${before.length}`, who: 'visitor', text, isOver }]
}

/** What nothing came of. */
export const withoutGuess = (lines: readonly Line[]): Line[] =>
  lines.filter(({ who, isOver }) => who === 'character' || isOver)

/** Of a connection that is gone nothing more will come. */
export const settled = (lines: readonly Line[]): Line[] =>
  withoutGuess(lines).map((line) => (line.isOver ? line : { ...line, isOver: true }))
