import { useEffect, useRef, useState } from 'preact/hooks'
import { type AsyncApi, type Chapter, chaptersOf, type OpenApi } from './api-document.js'
import type { Credentials } from './authentication.js'
import { readCredentials, storeCredentials, takeKeyFromAddress } from './credentials.js'
import { EventView } from './event-view.js'
import { type KnownIds, NO_IDS, readFirstCharacter, withIds } from './known-ids.js'
import { Navigation } from './navigation.js'
import { OperationView } from './operation-view.js'
import { Prose } from './prose.js'
import { StartView } from './start-view.js'

type Props = { readonly openApi: OpenApi; readonly asyncApi: AsyncApi }

/** The chapter that the address names, by its own id or by that of what is in it; else there is none. */
function chapterAt(chapters: readonly Chapter[], id: string): Chapter | undefined {
  const holds = ({ id: own, operations, events }: Chapter) =>
    own === id ||
    operations.some(({ operationId }) => operationId === id) ||
    events.some((one) => one.id === id)
  return chapters.find(holds)
}

/** What the address names behind `#`; nothing if that cannot be read. */
function anchor(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

export function ReferencePage({ openApi, asyncApi }: Props) {
  const [chapters] = useState(() => chaptersOf(openApi, asyncApi))
  const [credentials, setCredentials] = useState(readCredentials)
  const [ids, setIds] = useState(NO_IDS)
  const [target, setTarget] = useState(anchor)
  const chapter = chapterAt(chapters, target)
  const isChosen = useRef(false)
  useEffect(() => {
    const follow = () => {
      const apiKey = takeKeyFromAddress()
      if (apiKey !== null) setCredentials((before) => storeCredentials({ ...before, apiKey }))
      setTarget(anchor())
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  useEffect(() => {
    document.title = `${chapter?.title ?? 'Start here'} · parley API`
    const found = document.getElementById(target)
    if (found === null) scrollTo(0, 0)
    else {
      found.scrollIntoView()
      // Whoever has chosen something goes on there by keyboard, too.
      const heading = found.querySelector<HTMLElement>('h3') ?? found
      if (isChosen.current) {
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }
    }
    isChosen.current = true
  }, [target, chapter])
  const change = (changed: Partial<Credentials>) =>
    setCredentials(storeCredentials({ ...credentials, ...changed }))
  const learn = (learned: Partial<KnownIds>) => setIds((before) => withIds(before, learned))
  // The key that the page was opened with: what is typed is not a key yet.
  const [{ apiKey }] = useState(credentials)
  useEffect(() => void readFirstCharacter(apiKey).then(learn), [apiKey])
  return (
    <>
      <header>
        <h1>parley API</h1>
        <p>
          <a href="/openapi.json">OpenAPI</a> · <a href="/asyncapi.json">AsyncAPI</a> ·{' '}
          <a href="/docs/migration">Migration guide</a>
        </p>
        <CredentialFields credentials={credentials} change={change} />
      </header>
      <div class="body">
        <Navigation
          chapters={chapters}
          schemas={openApi.components.schemas}
          chapter={chapter}
          target={target}
        />
        <main>
          {chapter === undefined ? (
            <StartView {...{ openApi, credentials, ids }} />
          ) : (
            <ChapterView key={chapter.id} {...{ chapter, openApi, asyncApi, credentials, ids, learn }} />
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
        type="password"
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

type ChapterProps = Props & {
  readonly chapter: Chapter
  readonly credentials: Credentials
  readonly ids: KnownIds
  learn(ids: Partial<KnownIds>): void
}

function ChapterView({ chapter, openApi, asyncApi, credentials, ids, learn }: ChapterProps) {
  return (
    <>
      <h2 id={chapter.id}>{chapter.title}</h2>
      <p class="lead">
        <Prose text={chapter.description} />
      </p>
      {chapter.operations.map((operation) => (
        <OperationView key={operation.operationId} {...{ operation, openApi, credentials, ids, learn }} />
      ))}
      {chapter.events.map((event) => (
        <EventView key={event.id} event={event} schemas={asyncApi.components.schemas} />
      ))}
    </>
  )
}
