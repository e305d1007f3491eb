import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { offerSingleKeys } from '../single-keys.js'
import type { Chapter, Schemas } from './api-document.js'
import { bringIntoView, markFound } from './found-marks.js'
import { Breakable, Prose } from './prose.js'
import { type Entry, type FoundAll, reasonOf, search } from './search.js'
import { useRead } from './use-read.js'

type Props = {
  readonly chapters: readonly Chapter[]
  readonly schemas: Schemas
  readonly chapter: Chapter | undefined
  readonly target: string
}

/** What another page wants to have searched. */
const searchedInAddress = (): string => new URLSearchParams(location.search).get('search') ?? ''

/** The chapters with what is in them, and a search over all; in a narrow window they open on demand. */
export function Navigation({ chapters, schemas, chapter, target }: Props) {
  const [query, setQuery] = useState(searchedInAddress)
  const [isOpen, setOpen] = useState(query !== '')
  const words = query.trim().toLowerCase()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => bindArrowKeys(list.current), [])
  const read = useRead(target)
  const choose = useChosen(target, words, () => setOpen(false))
  const singleKeys = useSearchKey(() => {
    setOpen(true)
    beginIn(field.current)
    // In a narrow window it has no place until the chapters are shown.
    if (document.activeElement !== field.current) requestAnimationFrame(() => beginIn(field.current))
  })
  const { found, hasAll } = search(chapters, schemas, words)
  const goToFirst = () => {
    const first = found[0]?.entries[0]
    if (words === '' || first === undefined) return
    if (first.id === target) return showAgain()
    choose(first.id)
    location.hash = first.id
  }
  const showAgain = () => {
    setOpen(false)
    markFound(target, words)
    bringIntoView(target)
  }
  return (
    <nav aria-label="Operations and events">
      <button type="button" class="menu" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <span class="here">{chapter?.title ?? 'Start here'}</span>{' '}
        <span class="soft">
          Search<span class="word">, chapters</span> <span aria-hidden="true">{isOpen ? '▴' : '▾'}</span>
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
            placeholder="temperature, 429 …"
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
        {words !== '' && !hasAll && (
          <p class="soft" role="status">
            {found.length === 0
              ? 'Nothing is found. Try “talk”, “memory”, “upload”, a path, a field, an event or a status.'
              : 'Nothing has all of these words. This has the most of them:'}
          </p>
        )}
        <Results {...{ found, words, chapter, target, read, choose, showAgain }} />
        <label class="choice soft">
          <input ref={singleKeys} type="checkbox" /> Key <kbd>/</kbd> jumps to the search
        </label>
      </div>
    </nav>
  )
}

/**
 * Marks the words in what is chosen from what is found, which the function that it returns tells; other links lead to where
 * something begins, whatever was searched before.
 */
function useChosen(target: string, words: string, close: () => void): (id: string) => void {
  const chosen = useRef(words === '' ? null : target)
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    // Whoever has chosen something wants to read it.
    if (!isFirst.current) close()
    isFirst.current = false
    markFound(target, chosen.current === target ? words : '')
    chosen.current = null
  }, [target])
  return (id) => {
    chosen.current = id
  }
}

type ResultsProps = Pick<Props, 'chapter' | 'target'> & {
  readonly found: FoundAll['found']
  readonly words: string
  /** What is read. */
  readonly read: string
  choose(id: string): void
  /** Shows what is chosen, when it is chosen again. */
  showAgain(): void
}

function Results({ found, words, chapter, target, read, choose, showAgain }: ResultsProps) {
  return (
    <>
      {found.map(({ one, entries }) => (
        <section key={one.id}>
          <h2>
            <a href={`#${one.id}`} aria-current={one === chapter ? 'page' : undefined}>
              {one.title}
            </a>
          </h2>
          {(one === chapter || words !== '') && (
            <ul>
              {entries.map((entry) => (
                <EntryLink
                  key={entry.id}
                  {...{ entry, words, choose, showAgain }}
                  isChosen={entry.id === target}
                  isRead={entry.id === read}
                />
              ))}
            </ul>
          )}
        </section>
      ))}
    </>
  )
}

type LinkProps = {
  readonly entry: Entry
  readonly words: string
  readonly isChosen: boolean
  readonly isRead: boolean
  choose(id: string): void
  showAgain(): void
}

/** An operation or event; while something is searched, with its path and where the word stands. */
function EntryLink({ entry, words, isChosen, isRead, choose, showAgain }: LinkProps) {
  const link = useRef<HTMLAnchorElement>(null)
  // Whoever reads on finds it in the list.
  useEffect(() => (isRead ? link.current?.scrollIntoView({ block: 'nearest' }) : undefined), [isRead])
  const { id, kind, text, path } = entry
  const reason = words === '' ? '' : reasonOf(entry, words)
  return (
    <li>
      <a
        ref={link}
        href={`#${id}`}
        aria-current={isRead ? 'location' : undefined}
        onClick={(event) => {
          if (!isChosen) return choose(id)
          // The address does not change, and would lead to the heading.
          event.preventDefault()
          showAgain()
        }}
      >
        {kind !== '' && <span class={`method ${kind.toLowerCase()}`}>{kind}</span>} <Prose text={text} />
        {words !== '' && path !== '' && (
          <code class="path">
            <Breakable text={path} />
          </code>
        )}
        {reason !== '' && <span class="reason">{reason}</span>}
      </a>
    </li>
  )
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

/** Binds the key of the search; gives the checkbox that switches it off. */
function useSearchKey(begin: () => void) {
  const singleKeys = useRef<HTMLInputElement>(null)
  // With the first frame: who presses it as soon as there is something to see is not left waiting.
  useLayoutEffect(() => {
    // It is there as long as this is.
    const isForAll = offerSingleKeys(singleKeys.current as HTMLInputElement)
    return bindSearchKey(isForAll, begin)
  }, [])
  return singleKeys
}

/** What is typed next is another search. */
function beginIn(field: HTMLInputElement | null): void {
  field?.focus()
  field?.select()
}

/** `/` leads to the search, but where it is text, or switched off. */
function bindSearchKey(isForAll: () => boolean, begin: () => void): () => void {
  const act = (event: KeyboardEvent) => {
    const isText =
      event.target instanceof HTMLElement &&
      event.target.matches('input:not([type=checkbox]), textarea, select')
    if (event.key !== '/' || isText || !isForAll() || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    begin()
  }
  document.addEventListener('keydown', act)
  return () => document.removeEventListener('keydown', act)
}
