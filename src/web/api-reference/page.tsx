import { useEffect, useState } from 'preact/hooks'
import { type AsyncApi, type Chapter, chaptersOf, type OpenApi } from './api-document.js'
import { type Credentials, readCredentials, storeCredentials } from './credentials.js'
import { EventView } from './event-view.js'
import { OperationView } from './operation-view.js'
import { Prose } from './prose.js'

type Props = { readonly openApi: OpenApi; readonly asyncApi: AsyncApi }

/** The chapter that the address names, by its own id or by that of what is in it; else the first. */
function chapterAt(chapters: readonly Chapter[], id: string): Chapter | undefined {
  const holds = ({ id: own, operations, events }: Chapter) =>
    own === id ||
    operations.some(({ operationId }) => operationId === id) ||
    events.some((one) => one.id === id)
  return chapters.find(holds) ?? chapters[0]
}

export function ReferencePage({ openApi, asyncApi }: Props) {
  const [chapters] = useState(() => chaptersOf(openApi, asyncApi))
  const [credentials, setCredentials] = useState(readCredentials)
  const [target, setTarget] = useState(() => decodeURIComponent(location.hash.slice(1)))
  const [query, setQuery] = useState('')
  const chapter = chapterAt(chapters, target)
  useEffect(() => {
    const follow = () => setTarget(decodeURIComponent(location.hash.slice(1)))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  useEffect(() => {
    document.title = `${chapter?.title ?? ''} · parley API`
    const found = document.getElementById(target)
    if (found === null) scrollTo(0, 0)
    else found.scrollIntoView()
  }, [target, chapter])
  const change = (changed: Partial<Credentials>) =>
    setCredentials(storeCredentials({ ...credentials, ...changed }))
  return (
    <>
      <header>
        <h1>parley API</h1>
        <p>
          <a href="/openapi.json">OpenAPI</a> · <a href="/asyncapi.json">AsyncAPI</a> ·{' '}
          <a href="/docs/migration">from the old paths</a>
        </p>
        <CredentialFields credentials={credentials} change={change} />
      </header>
      <div class="body">
        <nav aria-label="Operations and events">
          <label for="query">Search</label>
          <input
            id="query"
            type="search"
            value={query}
            onInput={({ currentTarget }) => setQuery(currentTarget.value)}
          />
          {chapters.map((one) => (
            <NavigationPart
              key={one.id}
              chapter={one}
              isOpen={one === chapter}
              query={query.trim().toLowerCase()}
            />
          ))}
        </nav>
        <main>
          {chapter !== undefined && (
            <ChapterView key={chapter.id} {...{ chapter, openApi, asyncApi, credentials }} />
          )}
        </main>
      </div>
    </>
  )
}

type FieldsProps = { readonly credentials: Credentials; change(changed: Partial<Credentials>): void }

function CredentialFields({ credentials, change }: FieldsProps) {
  const field = (name: keyof Credentials, label: string) => (
    <p class="field">
      <label for={name}>{label}</label>
      <input
        id={name}
        value={credentials[name]}
        onInput={({ currentTarget }) => change({ [name]: currentTarget.value.trim() })}
        autocomplete="off"
        spellcheck={false}
      />
    </p>
  )
  return (
    <div class="credentials">
      {field('apiKey', 'API key')}
      <details>
        <summary>Other credentials</summary>
        {field('idToken', 'ID token')}
        {field('localSecret', 'Local secret')}
      </details>
    </div>
  )
}

type PartProps = { readonly chapter: Chapter; readonly isOpen: boolean; readonly query: string }

/** A chapter's links; with a search those that have all of its words, of every chapter. */
function NavigationPart({ chapter, isOpen, query }: PartProps) {
  const entries = [
    ...chapter.operations.map((one) => ({
      id: one.operationId,
      kind: one.method,
      text: one.summary ?? one.operationId,
      all: one.path,
    })),
    ...chapter.events.map((one) => ({ id: one.id, kind: '', text: one.name, all: '' })),
  ]
  const words = query.split(/\s+/)
  const found = entries.filter(({ id, text, all, kind }) =>
    words.every((word) => `${id} ${text} ${all} ${kind}`.toLowerCase().includes(word)),
  )
  if (query !== '' && found.length === 0) return null
  return (
    <section>
      <h2>
        <a href={`#${chapter.id}`} aria-current={isOpen ? 'page' : undefined}>
          {chapter.title}
        </a>
      </h2>
      {(isOpen || query !== '') && (
        <ul>
          {found.map(({ id, kind, text }) => (
            <li key={id}>
              <a href={`#${id}`}>
                {kind !== '' && <span class={`method ${kind.toLowerCase()}`}>{kind}</span>} {text}
              </a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

type ChapterProps = Props & { readonly chapter: Chapter; readonly credentials: Credentials }

function ChapterView({ chapter, openApi, asyncApi, credentials }: ChapterProps) {
  return (
    <>
      <h2 id={chapter.id}>{chapter.title}</h2>
      <p class="lead">
        <Prose text={chapter.description} />
      </p>
      {chapter.operations.map((operation) => (
        <OperationView
          key={operation.operationId}
          {...{ operation, credentials }}
          schemas={openApi.components.schemas}
        />
      ))}
      {chapter.events.map((event) => (
        <EventView key={event.id} event={event} schemas={asyncApi.components.schemas} />
      ))}
    </>
  )
}
