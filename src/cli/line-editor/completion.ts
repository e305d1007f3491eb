import { type EditorLine, insertText, textBeforeCursor } from './line.js'

/** What the end of a line may be completed to. */
export type Completion = {
  /** What is there of it. */
  readonly word: string
  /** Whole words; those that end with a slash can go on. */
  readonly options: readonly string[]
}

type Completed = {
  readonly line: EditorLine
  /** Nothing more can be added: these are left to choose from. */
  readonly choices: readonly string[]
}

/** Adds as much as all that fits has in common; a single fit is followed by a space. */
export function completeLine(line: EditorLine, { word, options }: Completion): Completed {
  const fits = options.filter((option) => option.startsWith(word))
  const [first] = fits
  if (first === undefined || !textBeforeCursor(line).endsWith(word)) return { line, choices: [] }
  const isWhole = fits.length === 1 && !first.endsWith('/')
  const added = commonBeginning(fits).slice(word.length) + (isWhole ? ' ' : '')
  return added === '' ? { line, choices: fits } : { line: insertText(line, added), choices: [] }
}

function commonBeginning([first = '', ...others]: readonly string[]): string {
  let length = first.length
  for (const other of others) while (!other.startsWith(first.slice(0, length))) length -= 1
  return first.slice(0, length)
}
