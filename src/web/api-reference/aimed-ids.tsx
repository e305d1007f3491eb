import type { KnownIds } from './known-ids.js'

/** An id that an answer has changed in all requests. */
export type Aim = {
  readonly parameter: string
  readonly id: string
  readonly name: string | undefined
  /** What stood there. */
  readonly before: string
  readonly nameBefore: string | undefined
}

/** What an answer changes that was there already; null: nothing. */
export function aimOf(known: KnownIds, learned: KnownIds): Aim | null {
  for (const [parameter, id] of Object.entries(learned.values)) {
    const before = known.values[parameter]
    if (id === undefined || before === undefined || before === id) continue
    const nameOf = (one: string) => learned.names[one] ?? known.names[one]
    return { parameter, id, name: nameOf(id), before, nameBefore: nameOf(before) }
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
  return (
    <p class="aimed" role="status">
      {aim !== null && ids.values[aim.parameter] === aim.id && (
        <>
          <code>{aim.parameter}</code> is now {aim.name === undefined ? aim.id : `“${aim.name}”`} in all
          requests on this page.{' '}
          <button type="button" onClick={() => learn({ values: { [aim.parameter]: aim.before } })}>
            Back to {aim.nameBefore === undefined ? aim.before : `“${aim.nameBefore}”`}
          </button>
        </>
      )}
    </p>
  )
}
