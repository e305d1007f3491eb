import { useEffect, useRef, useState } from 'preact/hooks'
import type { ApiOperation, Chapter } from './api-document.js'
import { hasWord } from './search-synonyms.js'

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
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => bindArrowKeys(list.current), [])
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
  const found = search(chapters, words)
  const goToFirst = () => {
    const first = found[0]?.entries[0]
    if (words !== '' && first !== undefined) location.hash = first.id
  }
  return (
    <nav aria-label="Operations and events">
      <button type="button" class="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {chapter?.title ?? 'Start here'}{' '}
        <span class="soft">
          Search and chapters <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
        </span>
      </button>
      <div class={isOpen ? 'chapters open' : 'chapters'} ref={list}>
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
        {words !== '' && found.length === 0 && (
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
  ...operations.map((operation) => {
    const { operationId, method, summary, path } = operation
    return { id: operationId, kind: method, text: summary ?? operationId, path, more: moreOf(operation) }
  }),
  ...events.map(({ id, name, summary }) => ({ id, kind: '', text: name, path: '', more: summary })),
]

/** What else an operation is found by: what its answers say, its chapter and its parameters. */
const moreOf = ({ tags, parameters = [], responses }: ApiOperation): string =>
  [
    ...tags,
    ...parameters.flatMap(({ name, description = '' }) => [name, description]),
    ...Object.entries(responses).flatMap(([status, { description }]) =>
      status.startsWith('2') ? [description] : [],
    ),
  ].join(' ')

const matching =
  (query: string) =>
  ({ id, kind, text, path, more }: Entry): boolean => {
    const all = `${id} ${text} ${path} ${kind} ${more}`.toLowerCase()
    return query.split(/\s+/).every((word) => hasWord(all, word))
  }

type Found = { readonly one: Chapter; readonly entries: readonly Entry[] }

/** The entries that have all words, by chapter; while something is searched, the best come first. */
function search(chapters: readonly Chapter[], words: string): Found[] {
  const all = chapters.map((one) => ({ one, entries: entriesOf(one).filter(matching(words)) }))
  if (words === '') return all
  const best = ({ entries }: Found) => Math.min(...entries.map((entry) => distance(entry, words)))
  return all
    .filter(({ entries }) => entries.length > 0)
    .map(({ one, entries }) => ({
      one,
      entries: [...entries].sort((a, b) => distance(a, words) - distance(b, words)),
    }))
    .sort((a, b) => best(a) - best(b))
}

/** 0 for what is called so, 1 for what has the words in its name, 2 for what only mentions them. */
function distance(entry: Entry, words: string): number {
  if ([entry.id, entry.text].some((name) => name.toLowerCase() === words)) return 0
  return matching(words)({ ...entry, more: '' }) ? 1 : 2
}

/** The arrow keys lead from the search field through what was found, and back. */
function bindArrowKeys(list: HTMLElement | null): () => void {
  const act = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    const stops = [...(list?.querySelectorAll<HTMLElement>('#query, li a') ?? [])]
    const at = stops.findIndex((stop) => stop.matches(':focus'))
    const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)]
    if (at < 0 || next === undefined) return
    event.preventDefault()
    next.focus()
  }
  list?.addEventListener('keydown', act)
  return () => list?.removeEventListener('keydown', act)
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
