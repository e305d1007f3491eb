import type { Log } from '../../../domain/log.js'
import type {
  InFlightReads,
  MessageRange,
  UnfinishedRead,
} from '../../../domain/memories/extract/in-flight-reads.js'
import { ENDED, timesOf } from '../../in-flight-reads.js'
import type { SideSession } from '../side-session.js'

type ReadingsDeps = {
  readonly member: string
  readonly session: Pick<SideSession, 'query'>
  readonly log: Log
}

/** Of members that are gone, whose process has ended while it read. */
const OF_OTHERS = 'conversation = $1 and member not in (select name from parley.members)'

/**
 * Keeps the notes as rows, which outlive their member: what ends one server must not end the others, one after the other.
 * They need not outlive PostgreSQL, so nobody waits for its disk.
 */
export function createSharedReads({ member, session, log }: ReadingsDeps): InFlightReads {
  const reported = new Set<string>()
  const report = (conversation: string, { first, last, times }: UnfinishedRead) => {
    if (reported.has(conversation)) return
    reported.add(conversation)
    log.warn(ENDED, { conversation_id: conversation, first_message: first, last_message: last, times })
  }
  const unfinished = async (conversation: string): Promise<UnfinishedRead | undefined> => {
    // A later one stands for those before it: whoever reads takes up what was left.
    const [row] = await session.query(
      `select first, last, times from parley.readings where ${OF_OTHERS} order by at desc limit 1`,
      [keyOf(conversation)],
    )
    if (row === undefined) return undefined
    const found = { first: Number(row['first']), last: Number(row['last']), times: Number(row['times']) }
    report(conversation, found)
    return found
  }
  const note = async (conversation: string, { first, last }: MessageRange, times: number) =>
    session.query(
      `with lazily as (select set_config('synchronous_commit', 'off', true))
       insert into parley.readings (conversation, member, first, last, times)
         select $1, $2, $3::bigint, $4::bigint, $5::integer from lazily
       on conflict (conversation, member) do update
         set first = excluded.first, last = excluded.last, times = excluded.times, at = excluded.at`,
      [keyOf(conversation), member, first, last, times],
    )
  const forget = (conversation: string) =>
    session.query(
      `with lazily as (select set_config('synchronous_commit', 'off', true))
       delete from parley.readings using lazily where conversation = $1 and member = $2`,
      [keyOf(conversation), member],
    )
  return {
    unfinished,
    async track(conversation, range, work) {
      await note(conversation, range, 1 + timesOf(await unfinished(conversation), range))
      try {
        return await work()
      } finally {
        // One that stays says nothing while this member lives, and blames no message that was read.
        await forget(conversation).catch(() => undefined)
      }
    },
    async clear(conversation) {
      reported.delete(conversation)
      await session.query(`delete from parley.readings where ${OF_OTHERS}`, [keyOf(conversation)])
    },
  }
}

/** Whatever the id holds, it is text for PostgreSQL. */
const keyOf = (conversation: string): string => JSON.stringify(conversation)
