import { useEffect, useRef } from 'preact/hooks'
import { chosenId, type KnownIds, type Told } from './known-ids.js'

/** An id that an answer has changed in all requests, as it is called. */
export type Aim = {
  readonly parameter: string
  /** Empty: what it named is gone. */
  readonly id: string
  readonly title: string
  /** What stood there, unless that is gone, or nothing did. */
  readonly before: string | undefined
  readonly titleBefore: string
}

/** What an answer changes; null: nothing. */
export function aimOf(known: KnownIds, learned: Partial<KnownIds>): Aim | null {
  for (const [parameter, id = ''] of Object.entries(learned.values ?? {})) {
    const given = known.values[parameter]
    const before = given === '' ? undefined : given
    if (before === id || (before === undefined && id === '')) continue
    const names = { ...known.names, ...learned.names }
    const nameOf = (one: string | undefined) => names[one ?? '']
    const isSameName = nameOf(id) === nameOf(before)
    const titleOf = (one: string | undefined) =>
      nameOf(one) === undefined ? `${one}` : `“${nameOf(one)}”${isSameName ? ` (${one?.slice(0, 8)}…)` : ''}`
    return { parameter, id, title: titleOf(id), before, titleBefore: titleOf(before) }
  }
  return null
}

type Props = {
  readonly aim: Aim | null
  readonly ids: KnownIds
  learn(ids: Partial<KnownIds>): void
}

/** Says that an answer has changed an id in all requests, and changes it back; until something else changes it. */
export function AimedIds({ aim, ids, learn }: Props) {
  const line = useRef<HTMLParagraphElement>(null)
  const isUndone = useRef(false)
  // The button is gone with what it undid: whoever works by keyboard goes on here.
  useEffect(() => {
    if (isUndone.current) line.current?.focus()
    isUndone.current = false
  })
  if (aim === null || (ids.values[aim.parameter] ?? '') !== aim.id)
    return <p class="aimed" role="status" tabIndex={-1} ref={line} />
  const { parameter, id, title, before, titleBefore } = aim
  return (
    <p class="aimed" role="status" tabIndex={-1} ref={line}>
      {id === '' ? (
        <>
          {titleBefore} is gone: <code>{parameter}</code> is empty in all requests on this page, until you
          list or create one.
        </>
      ) : (
        <>
          <code>{parameter}</code> is now {title} in all requests on this page.{' '}
        </>
      )}
      {id !== '' && before !== undefined && (
        <button
          type="button"
          onClick={() => {
            isUndone.current = true
            learn(chosenId(parameter, before))
          }}
        >
          Back to {titleBefore}
        </button>
      )}
    </p>
  )
}

/** Of a long list, those at its top can be chosen. */
const MOST_CHOICES = 12

type ChoicesProps = {
  readonly told: Told | null
  readonly ids: KnownIds
  learn(ids: Partial<KnownIds>): void
}

/** What an answer lists, to go on with one of them in all requests. */
export function ListedIds({ told, ids, learn }: ChoicesProps) {
  const { parameter = null, ids: listed = [] } = told ?? {}
  if (parameter === null || listed.length < 2) return null
  return (
    <p class="listed">
      Use in all requests, as <code>{parameter}</code>:{' '}
      {listed.slice(0, MOST_CHOICES).map((id) => (
        <button
          key={id}
          type="button"
          aria-pressed={ids.values[parameter] === id}
          title={id}
          onClick={() => learn(chosenId(parameter, id))}
        >
          {ids.names[id] ?? `${id.slice(0, 8)}…`}
        </button>
      ))}
    </p>
  )
}
