import { EVEN_PHRASES } from './even-phrases.js'
import { MARKED_PHRASES } from './marked-phrases.js'
import type { Tone } from './tone.js'

/** What a character may want to say that no source has. */
export const MOVES = [
  ...(['greet', 'again', 'well', 'welcome', 'bye', 'met'] as const),
  ...(['unknown', 'untold', 'opinion', 'reason', 'more', 'refuse', 'cannot'] as const),
  ...(['praised', 'insulted', 'loved', 'forgiven', 'nonsense', 'laugh', 'agree', 'doubt'] as const),
  ...(['noted', 'sorry', 'glad', 'long', 'ask', 'yes', 'joke'] as const),
  ...(['open', 'close'] as const),
] as const
export type Move = (typeof MOVES)[number]

const TEXTS: Readonly<Record<Tone, string>> = { ...EVEN_PHRASES, ...MARKED_PHRASES }

const BOOK: Readonly<Record<Tone, ReadonlyMap<string, readonly string[]>>> = readBook()

function readBook() {
  const read = (text: string) =>
    new Map(
      text
        .trim()
        .split('\n')
        .map((line) => {
          const at = line.indexOf(':')
          return [
            line.slice(0, at),
            line
              .slice(at + 1)
              .split('|')
              .map((phrase) => phrase.trim()),
          ] as const
        }),
    )
  const entries = Object.entries(TEXTS).map(([tone, text]) => [tone, read(text)])
  // The keys are those of TEXTS.
  return Object.fromEntries(entries) as Record<Tone, ReadonlyMap<string, readonly string[]>>
}

/** The phrases of a tone for a move, `{n}` standing for the player's name with a comma before it. */
export const phrasesOf = (tone: Tone, move: Move): readonly string[] => BOOK[tone].get(move) ?? []
