import type { Log } from '../../../domain/log.js'
import type { SideSession } from '../side-session.js'
import type { Connected } from './connected.js'
import { type KnownEntries, MembershipLost } from './known-entries.js'

/** A member whose row has stayed the same for so many beats of another one, five seconds, is counted out. */
const SILENT_BEATS = 20
type HeartDeps = {
  readonly member: string
  readonly session: Pick<SideSession, 'rowsOf'>
  readonly entries: Pick<KnownEntries, 'seq'>
  readonly log: Log
  readonly connected: Connected
}

type Beat = {
  /** The number of the last entry. */
  readonly seq: number
  readonly isOldest: boolean
  /** A member is gone since the last beat. */
  readonly hasGone: boolean
}

/** Where the process of a member runs, as it has said when it came. */
function describe(holder: unknown): object {
  try {
    return JSON.parse(String(holder)) as object
  } catch {
    return {}
  }
}

/** Counts the row of this member up, and out whoever has stopped doing so. */
export function createHeart({ member, session, entries, log, connected }: HeartDeps) {
  let others = new Map<string, { readonly beats: string; readonly since: number }>()
  let count = 0
  const countOut = async (name: string, beats: string) => {
    const [, , gone = []] = await session.rowsOf(`begin; select 1 from parley.store for update;
      delete from parley.members where name = '${name}' and beats = ${beats} returning holder; commit`)
    // Else it lives again, or another one has counted it out and says so.
    for (const { holder } of gone)
      log.warn('Another server that serves the database was silent, and is counted out', describe(holder))
  }
  const watch = async (name: string, beats: string) => {
    const known = others.get(name)
    const isSilent = known?.beats === beats
    if (isSilent && count - known.since >= SILENT_BEATS) await countOut(name, beats)
    return [name, isSilent ? known : { beats, since: count }] as const
  }
  return {
    async beat(): Promise<Beat> {
      const [beaten = [], members = [], stored = []] = await session.rowsOf(
        `update parley.members set beats = beats + 1, seq = ${entries.seq()}${connected.assignment()}
           where name = '${member}' returning 1;
         select name, beats, connected from parley.members order by number;
         select seq from parley.store`,
      )
      if (beaten.length === 0) throw new MembershipLost('the others have counted this server out')
      count += 1
      const present = members.filter(({ name }) => name !== member)
      connected.receive(present)
      const watched = []
      for (const { name, beats } of present) watched.push(await watch(String(name), String(beats)))
      const now = new Map(watched)
      const hasGone = [...others.keys()].some((name) => !now.has(name))
      others = now
      return { seq: Number(stored[0]?.['seq']), isOldest: members[0]?.['name'] === member, hasGone }
    },
  }
}
