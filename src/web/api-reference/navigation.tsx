import { useEffect, useRef, useState } from 'preact/hooks'
import type { Chapter } from './api-document.js'

type Props = {
  readonly chapters: readonly Chapter[]
  readonly chapter: Chapter | undefined
  readonly target: string
}

/** The chapters with what is in them, and a search over all; in a narrow window they open on demand. */
export function Navigation({ chapters, chapter, target }: Props) {
  const [query, setQuery] = useState('')
  const [isOpen, setOpen] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // Whoever has chosen something wants to read it.
  useEffect(() => setOpen(false), [target])
  useEffect(
    () =>
      bindSearchKey(() => {
        setOpen(true)
        field.current?.focus()
        // In a narrow window it has no place until the chapters are shown.
        if (document.activeElement !== field.current) requestAnimationFrame(() => field.current?.focus())
      }),
    [],
  )
  const words = query.trim().toLowerCase()
  const found = chapters.map((one) => ({ one, entries: entriesOf(one).filter(matching(words)) }))
  const goToFirst = () => {
    const hits = found.flatMap(({ entries }) => entries)
    // What is called so goes before what only mentions it.
    const first = hits.find((entry) => matching(words)({ ...entry, more: '' })) ?? hits[0]
    if (words !== '' && first !== undefined) location.hash = first.id
  }
  return (
    <nav aria-label="Operations and events">
      <button type="button" class="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {chapter?.title ?? 'Start here'} <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
      </button>
      <div class={isOpen ? 'chapters open' : 'chapters'}>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            goToFirst()
          }}
        >
          <label for="query">Search</label>
          <input
            id="query"
            ref={field}
            type="search"
            value={query}
            autocomplete="off"
            spellcheck={false}
            aria-keyshortcuts="/"
            placeholder="create memory, bot_response …"
            onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          />
        </form>
        {words === '' && (
          <h2>
            <a href="#start" aria-current={chapter === undefined ? 'page' : undefined}>
              Start here
            </a>
          </h2>
        )}
        {found.map(({ one, entries }) => {
          if (words !== '' && entries.length === 0) return null
          return (
            <section key={one.id}>
              <h2>
                <a href={`#${one.id}`} aria-current={one === chapter ? 'page' : undefined}>
                  {one.title}
                </a>
              </h2>
              {(one === chapter || words !== '') && (
                <ul>
                  {entries.map(({ id, kind, text, path }) => (
                    <li key={id}>
                      <a href={`#${id}`} aria-current={id === target ? 'location' : undefined}>
                        {kind !== '' && <span class={`method ${kind.toLowerCase()}`}>{kind}</span>} {text}
                        {words !== '' && path !== '' && <code class="path">{path}</code>}
                      </a>
                    </li>
                  ))}
                </ul>
              )}
            </section>
          )
        })}
        {words !== '' && found.every(({ entries }) => entries.length === 0) && (
          <p class="soft" role="status">
            Nothing has these words.
          </p>
        )}
      </div>
    </nav>
  )
}

type Entry = {
  readonly id: string
  readonly kind: string
  readonly text: string
  readonly path: string
  readonly more: string
}

const entriesOf = ({ operations, events }: Chapter): Entry[] => [
  ...operations.map(({ operationId, method, summary, path }) => ({
    ...{ id: operationId, kind: method, text: summary ?? operationId, path, more: '' },
  })),
  ...events.map(({ id, name, summary }) => ({ id, kind: '', text: name, path: '', more: summary })),
]

const matching =
  (query: string) =>
  ({ id, kind, text, path, more }: Entry): boolean => {
    const all = `${id} ${text} ${path} ${kind} ${more}`.toLowerCase()
    return query.split(/\s+/).every((word) => all.includes(word))
  }

/** `/` leads to the search, but where it is text. */
function bindSearchKey(search: () => void): () => void {
  const act = (event: KeyboardEvent) => {
    const isText = event.target instanceof HTMLElement && event.target.matches('input, textarea')
    if (event.key !== '/' || isText || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    search()
  }
  document.addEventListener('keydown', act)
  return () => document.removeEventListener('keydown', act)
}
