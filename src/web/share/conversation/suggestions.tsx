/** What a visitor may say first; a character that knows anything has an answer. */
const SUGGESTIONS = ['Who are you?', 'What do you do?', 'Tell me about yourself.'] as const

type SuggestionsProps = {
  /** Says one; undefined: nothing can be said now. */
  readonly suggest: ((text: string) => void) | undefined
}

/** A visitor may not know what to say to a stranger. */
export const Suggestions = ({ suggest }: SuggestionsProps) => (
  <ul class="suggestions" aria-label="Something to say">
    {SUGGESTIONS.map((text) => (
      <li key={text}>
        <button type="button" disabled={!suggest} onClick={() => suggest?.(text)}>
          {text}
        </button>
      </li>
    ))}
  </ul>
)
