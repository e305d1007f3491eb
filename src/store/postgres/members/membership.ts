import type { Timers } from '../../../domain/clock.js'
import type { Duties } from '../../../domain/duties.js'
import { domainError } from '../../../domain/errors.js'
import type { Leadership } from '../../../domain/leadership.js'
import type { Log } from '../../../domain/log.js'
import { MEMBERS } from '../commit-rows.js'
import type { SideSession } from '../side-session.js'
import { type Connected, createConnected } from './connected.js'
import { createDuties } from './duties.js'
import { createHeart } from './heart.js'
import { type KnownEntries, MembershipLost } from './known-entries.js'
import { createSharedLeases, type SharedLeases } from './leases.js'
import type { Turns } from './turns.js'

/** How often a member counts its row up. */
const BEAT_MS = 250
/** How long a request waits while PostgreSQL does not answer: as long as a write. */
const PATIENCE_MS = 20_000
const RETRY_MS = 100

export type Membership = Leadership & {
  readonly duties: Duties
  readonly leases: SharedLeases
  readonly elsewhere: Connected['elsewhere']
  /** The entry of this number was written, by whichever member. */
  hear(seq: number): void
  /** The place of this process is gone. */
  lose(cause: unknown): void
  end(): Promise<void>
}

type MembershipDeps = {
  /** The name of this member. */
  readonly member: string
  readonly session: Pick<SideSession, 'query' | 'rowsOf'>
  readonly entries: KnownEntries
  readonly turns: Pick<Turns, 'whenDurable' | 'whenIdle'>
  readonly timers: Pick<Timers, 'elapsed' | 'sleep'>
  readonly log: Log
  /** There was no other member when this one came. */
  readonly isAlone: boolean
}

/** Follows what the other members write, and shows them that this one lives. */
export function createMembership(deps: MembershipDeps): Membership {
  const { timers, log } = deps
  const lost = new AbortController()
  const ended = new AbortController()
  const { look, catchUp, hear } = createFollower(deps)
  const connected = createConnected()
  const heart = createHeart({ ...deps, connected })
  const duties = createDuties(deps)

  const lose = (cause: unknown) => {
    if (lost.signal.aborted || ended.signal.aborted) return
    log.error('This server is none of those any more that serve the database: it answers nobody any more', {
      error: cause,
    })
    ended.abort()
    lost.abort()
  }
  /** Asks again while PostgreSQL does not answer, up to a limit. */
  const lookPatiently = async (): Promise<void> => {
    const end = timers.elapsed() + PATIENCE_MS
    for (;;) {
      if (ended.signal.aborted) throw domainError('storeReadOnly')
      try {
        return await look()
      } catch (cause) {
        if (cause instanceof MembershipLost) {
          lose(cause)
          throw domainError('storeReadOnly', { cause })
        }
        if (timers.elapsed() > end) throw domainError('storeUnreachable', { cause })
      }
      await timers.sleep(RETRY_MS, ended.signal).catch(() => undefined)
    }
  }
  const refresh = shareQuestions(lookPatiently)
  const leases = createSharedLeases({ ...deps, refresh })
  const run = async () => {
    while (!ended.signal.aborted) {
      try {
        const { seq, isOldest, hasGone } = await heart.beat()
        await catchUp(seq)
        await leases.check()
        if (isOldest) duties.take()
        if (hasGone) duties.tidyUp()
      } catch (cause) {
        if (cause instanceof MembershipLost) lose(cause)
      }
      await timers.sleep(BEAT_MS, ended.signal).catch(() => undefined)
    }
  }
  const running = run()

  return {
    ...{ duties, leases },
    elsewhere: connected.elsewhere,
    lost: lost.signal,
    confirm: refresh,
    hear,
    lose,
    async end() {
      // Until that is over the others must see that this member lives: a write of one that is counted out is refused.
      await duties.finish()
      ended.abort()
      await running
    },
  }
}

/** Those who ask at the same time share an answer, but nobody is given one to a question from before his. */
function shareQuestions(ask: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    if (next !== undefined) return next
    const asked = current
      .catch(() => undefined)
      .then(() => {
        current = asked
        next = undefined
        return ask()
      })
    next = asked
    return asked
  }
}

type Followed = Pick<MembershipDeps, 'member' | 'session' | 'entries' | 'turns'>

function createFollower({ member, session, entries, turns }: Followed) {
  const catchUp = async (wanted: number): Promise<void> => {
    while (entries.seq() < wanted) {
      const durable = turns.whenDurable()
      // Whoever has a turn knows all entries of others.
      if (durable !== undefined) {
        await durable
        continue
      }
      const from = entries.seq()
      // Rows may be newer than what came in meanwhile: that they are the same again does no harm.
      await entries.follow(session.query, () => turns.whenDurable() === undefined && entries.seq() === from)
    }
  }
  let heard = 0
  let isFollowing = false
  const followWhatIsHeard = async () => {
    while (entries.seq() < heard) {
      // A turn of this process, also one that it waits for, brings what others have written.
      await turns.whenIdle()
      await catchUp(heard)
    }
  }
  return {
    catchUp,
    hear(seq: number): void {
      if (seq > heard) heard = seq
      // Most are own ones.
      if (isFollowing || entries.seq() >= heard) return
      isFollowing = true
      // What fails is found out by the next beat, which looks in any case.
      void followWhatIsHeard()
        .catch(() => undefined)
        .finally(() => {
          isFollowing = false
        })
    },
    async look() {
      const [row] = await session.query(
        `select seq, writer = '${MEMBERS}' and exists (select 1 from parley.members where name = '${member}') as member
           from parley.store`,
      )
      if (row?.['member'] !== true) throw new MembershipLost('the others have counted this server out')
      await catchUp(Number(row['seq']))
    },
  }
}
