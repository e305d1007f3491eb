import type { KnownIds } from './known-ids.js'

/** An id that an answer has changed in all requests, as it is called. */
export type Aim = {
  readonly parameter: string
  /** Undefined: what it named is gone, and the example's stands there again. */
  readonly id: string | undefined
  readonly title: string
  /** What stood there, unless that is gone, or nothing did. */
  readonly before: string | undefined
  readonly titleBefore: string
}

/** What an answer changes; null: nothing. */
export function aimOf(known: KnownIds, learned: KnownIds): Aim | null {
  for (const [parameter, id] of Object.entries(learned.values)) {
    const before = known.values[parameter]
    if (before === id) continue
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
  if (aim === null || ids.values[aim.parameter] !== aim.id) return <p class="aimed" role="status" />
  const { parameter, id, title, before, titleBefore } = aim
  return (
    <p class="aimed" role="status">
      {id === undefined ? (
        <>
          {titleBefore} is gone: <code>{parameter}</code> is an example again in all requests on this page,
          until you list or create one.
        </>
      ) : (
        <>
          <code>{parameter}</code> is now {title} in all requests on this page.{' '}
        </>
      )}
      {id !== undefined && before !== undefined && (
        <button type="button" onClick={() => learn({ values: { [parameter]: before } })}>
          Back to {titleBefore}
        </button>
      )}
    </p>
  )
}
