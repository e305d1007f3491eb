import type { SideSession } from './side-session.js'

/** What followers listen to; it carries the number of the last entry. */
export const ENTRIES_CHANNEL = 'parley_entries'

/**
 * Tells those who follow that there is a new entry: one notification at a time, of the newest. It goes beside the
 * transactions, whose rate it would divide by eight; who misses one looks by himself a little later.
 */
export function createAnnouncements(session: Pick<SideSession, 'run'>) {
  let newest = 0
  let isSending = false
  const send = async () => {
    isSending = true
    for (let sent = 0; sent < newest; ) {
      sent = newest
      // Its commit needs no sync: what it tells is durable already.
      const statements = `begin; set local synchronous_commit = off; select pg_notify('${ENTRIES_CHANNEL}', '${sent}'); commit`
      await session.run(statements).catch(() => undefined)
    }
    isSending = false
  }
  return {
    announce(seq: number): void {
      newest = seq
      if (!isSending) void send()
    },
  }
}
