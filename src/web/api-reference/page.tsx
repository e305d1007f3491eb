import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { type AsyncApi, type Chapter, chaptersOf, type OpenApi } from './api-document.js'
import type { Credentials } from './authentication.js'
import { CredentialFields } from './credential-fields.js'
import { readCredentials, storeCredentials, takeKeyFromAddress } from './credentials.js'
import { EventAnswers, EventView } from './event-view.js'
import type { Made } from './example.js'
import { bringIntoView } from './found-marks.js'
import { type KnownIds, NO_IDS, parametersBelow, readCharacters, withIds } from './known-ids.js'
import { madeByExamples } from './made-by-examples.js'
import { Navigation } from './navigation.js'
import { OperationView } from './operation-view.js'
import { Linked } from './prose.js'
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
  const [made] = useState(() =>
    madeByExamples(
      chapters.flatMap(({ operations }) => operations),
      openApi.components.schemas,
    ),
  )
  const [credentials, setCredentials] = useState(readCredentials)
  const [ids, setIds] = useState(NO_IDS)
  const target = useAnchor((apiKey) => setCredentials((before) => storeCredentials({ ...before, apiKey })))
  const chapter = chapterAt(chapters, target)
  useShown(target, chapter)
  const change = (changed: Partial<Credentials>) =>
    setCredentials(storeCredentials({ ...credentials, ...changed }))
  const [below] = useState(() => parametersBelow(openApi))
  const learn = (learned: Partial<KnownIds>) => setIds((before) => withIds(before, learned, below))
  // The key that the page was opened with: what is typed is not a key yet.
  const [{ apiKey }] = useState(credentials)
  useEffect(() => {
    // What has been typed or made by now stays.
    const fillIn = (first: Partial<KnownIds>) =>
      setIds((before) => (before.values['characterId'] === undefined ? withIds(before, first) : before))
    void readCharacters(apiKey).then(fillIn)
  }, [apiKey])
  return (
    <>
      <a class="skip" href={location.hash || '#start'} onClick={skip}>
        Skip to the content
      </a>
      <header>
        <h1>
          <a href="#start">parley API</a>
        </h1>
        <p class="documents">
          <a href="/openapi.json">OpenAPI</a> · <a href="/asyncapi.json">AsyncAPI</a> ·{' '}
          <a href="/docs/migration">Migration</a>
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
        <main tabIndex={-1}>
          {chapter === undefined ? (
            <StartView {...{ credentials, ids }} />
          ) : (
            <ChapterView
              key={chapter.id}
              {...{ chapter, openApi, asyncApi, credentials, ids, made, learn }}
            />
          )}
        </main>
      </div>
    </>
  )
}

/** What the address names; a key that is put into it is taken out of it. */
function useAnchor(takeKey: (apiKey: string) => void): string {
  const [target, setTarget] = useState(anchor)
  // At once: an address that changes before the first frame would be missed.
  useLayoutEffect(() => {
    const follow = () => {
      const apiKey = takeKeyFromAddress()
      if (apiKey !== null) takeKey(apiKey)
      setTarget(anchor())
    }
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return target
}

/** Brings what the address names into view. */
function useShown(target: string, chapter: Chapter | undefined): void {
  const isChosen = useRef(false)
  // With the frame that shows it: later, it would take the focus from what has been begun since.
  useLayoutEffect(() => {
    document.title = `${chapter?.title ?? 'Start here'} · parley API`
    const found = bringIntoView(target)
    if (found === null) scrollTo(0, 0)
    else {
      // Whoever has chosen something goes on there by keyboard, too.
      const heading = found.querySelector<HTMLElement>('h3') ?? found
      if (isChosen.current) {
        heading.tabIndex = -1
        heading.focus({ preventScroll: true })
      }
    }
    isChosen.current = true
  }, [target, chapter])
}

/** Leads past the header and the chapters; the address stays. */
function skip(event: Event): void {
  event.preventDefault()
  document.querySelector<HTMLElement>('main')?.focus()
}

type ChapterProps = Props & {
  readonly chapter: Chapter
  readonly credentials: Credentials
  readonly ids: KnownIds
  readonly made: Made
  learn(ids: Partial<KnownIds>): void
}

function ChapterView({ chapter, openApi, asyncApi, credentials, ids, made, learn }: ChapterProps) {
  return (
    <>
      <h2 id={chapter.id}>{chapter.title}</h2>
      <p class="lead">
        <Linked text={chapter.description} />
      </p>
      {chapter.id === 'socket-client' && <EventAnswers />}
      {chapter.operations.map((operation, index) => (
        <OperationView
          key={operation.operationId}
          {...{ operation, openApi, credentials, ids, made, learn, next: chapter.operations[index + 1] }}
        />
      ))}
      {chapter.events.map((event) => (
        <EventView key={event.id} {...{ event, credentials, ids }} schemas={asyncApi.components.schemas} />
      ))}
    </>
  )
}
