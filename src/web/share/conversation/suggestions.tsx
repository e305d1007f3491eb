import type { TranscriptLine } from './transcript.js'

/** What a visitor may say first; a character that knows anything has an answer. */
const SUGGESTIONS = ['Who are you?', 'What do you do?', 'Tell me about yourself.'] as const

/** How a character says that it has no answer. */
const UNKNOWING =
  /\b(?:(?:don['’]t|do not) know|no idea|not sure|can(?:no|['’])t say|couldn['’]t say|(?:haven['’]t|have not|never) told)\b/i
/** A longer reply has more to say than that. */
const SHORT_REPLY = 160

/** Something to say, at the beginning and where a question led nowhere: what the visitor has not said yet, alone or among other words. */
export function suggestionsAfter(lines: readonly TranscriptLine[]): readonly string[] {
  const last = lines.at(-1)
  if (last === undefined) return SUGGESTIONS
  const isStuck =
    last.who === 'character' && last.isOver && last.text.length < SHORT_REPLY && UNKNOWING.test(last.text)
  if (!isStuck) return []
  const said = lines.map(({ who, text }) => (who === 'visitor' ? text.toLowerCase() : '')).join('\n')
  return SUGGESTIONS.filter((text) => !said.includes(text.slice(0, -1).toLowerCase()))
}

type SuggestionsProps = {
  readonly texts: readonly string[]
  /** Says one; undefined: nothing can be said now. */
  readonly suggest: ((text: string) => void) | undefined
}

/** A visitor may not know what to say to a stranger. */
export const Suggestions = ({ texts, suggest }: SuggestionsProps) => (
  <ul class="suggestions" aria-label="Something to say">
    {texts.map((text) => (
      <li key={text}>
        <button type="button" disabled={!suggest} onClick={() => suggest?.(text)}>
          {text}
        </button>
      </li>
    ))}
  </ul>
)
