import type { Log } from '../../../domain/log.js'
import type {
  InFlightReads,
  MessageRange,
  UnfinishedRead,
} from '../../../domain/memories/extract/in-flight-reads.js'
import { ENDED } from '../../in-flight-reads.js'
import type { SideSession } from '../side-session.js'

type ReadingsDeps = {
  readonly member: string
  readonly session: Pick<SideSession, 'query'>
  readonly log: Log
}

/** Of members that are gone, whose process has ended while it read. */
const OF_OTHERS = 'member not in (select name from parley.members)'

/** They need not outlive PostgreSQL, so nobody waits for its disk. */
const LAZILY = "lazily as (select set_config('synchronous_commit', 'off', true))"

const UNFINISHED = `
  select distinct on (conversation) conversation, first, last, times from parley.readings
    where conversation = any($1::text[]) and ${OF_OTHERS} order by conversation, at desc`

const NOTE = `
  with ${LAZILY} insert into parley.readings (conversation, member, first, last, times)
    select given.conversation, $1, given.first, given.last, 1 + coalesce((
        select case when given.first <= r.last and given.last >= r.first then r.times else 0 end
          from parley.readings r where r.conversation = given.conversation and r.${OF_OTHERS} order by r.at desc limit 1
      ), 0)
      from lazily, unnest($2::text[], $3::bigint[], $4::bigint[]) as given(conversation, first, last)
    on conflict (conversation, member) do update
      set first = excluded.first, last = excluded.last, times = excluded.times, at = excluded.at`

const FORGET = `
  with ${LAZILY} delete from parley.readings using lazily where conversation = any($2::text[]) and member = $1`

/**
 * Keeps the notes as rows, which outlive their member: what ends one server must not end the others, one after the other.
 * A later note of a conversation stands for those before it, as whoever reads takes up what was left.
 */
export function createSharedReads({ member, session, log }: ReadingsDeps): InFlightReads {
  const reported = new Set<string>()
  const report = (conversation: string, { first, last, times }: UnfinishedRead) => {
    if (reported.has(conversation)) return
    reported.add(conversation)
    log.warn(ENDED, { conversation_id: conversation, first_message: first, last_message: last, times })
  }
  const find = createGroups(async (conversations: readonly string[]) => {
    const rows = await session.query(UNFINISHED, [conversations], 'parley_unfinished_readings')
    const found = new Map(rows.map((row) => [row['conversation'], row]))
    return conversations.map((conversation) => found.get(conversation))
  })
  const note = createGroups(async (ranges: readonly (MessageRange & { readonly conversation: string })[]) => {
    const arrays = [
      ranges.map(({ conversation }) => conversation),
      ...[ranges.map(({ first }) => first), ranges.map(({ last }) => last)],
    ]
    await session.query(NOTE, [member, ...arrays], 'parley_note_readings')
    return []
  })
  const forget = createGroups(async (conversations: readonly string[]) => {
    await session.query(FORGET, [member, conversations], 'parley_forget_readings')
    return []
  })
  return {
    async unfinished(conversation) {
      const row = await find(keyOf(conversation))
      if (row === undefined) return undefined
      const found = { first: Number(row['first']), last: Number(row['last']), times: Number(row['times']) }
      report(conversation, found)
      return found
    },
    async track(conversation, range, work) {
      await note({ ...range, conversation: keyOf(conversation) })
      try {
        return await work()
      } finally {
        // One that stays says nothing while this member lives, and blames no message that was read.
        await forget(keyOf(conversation)).catch(() => undefined)
      }
    },
    async clear(conversation) {
      reported.delete(conversation)
      const statement = `delete from parley.readings where conversation = $1 and ${OF_OTHERS}`
      await session.query(statement, [keyOf(conversation)])
    },
  }
}

/** Whatever the id holds, it is text for PostgreSQL. */
const keyOf = (conversation: string): string => JSON.stringify(conversation)

/** Those that come while a group is under way share the next one. */
function createGroups<T, R>(run: (items: readonly T[]) => Promise<readonly R[]>): (item: T) => Promise<R> {
  type Waiting = { readonly item: T; resolve(result: R): void; reject(reason: unknown): void }
  const waiting: Waiting[] = []
  let isRunning = false
  const runAll = async () => {
    isRunning = true
    while (waiting.length > 0) {
      const group = waiting.splice(0)
      try {
        const results = await run(group.map(({ item }) => item))
        for (const [at, { resolve }] of group.entries()) resolve(results[at] as R)
      } catch (error) {
        for (const { reject } of group) reject(error)
      }
    }
    isRunning = false
  }
  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!isRunning) void runAll()
    })
}
