import type { Elsewhere, LaunchStatus } from '../../../domain/presence.js'
import type { Row } from '../session.js'

export type Connected = {
  readonly elsewhere: Elsewhere
  /** What a beat sets in the row of this member, with a comma before it; empty when nothing has changed. */
  assignment(): string
  /** Takes over what is in the rows of the other members, after a beat that was answered. */
  receive(others: readonly Row[]): void
}

/**
 * Which characters somebody is connected to at which member: each has its own in its row, and reads the others' with every
 * beat. It goes with the row.
 */
export function createConnected(): Connected {
  let own: () => ReadonlyMap<string, LaunchStatus> = () => new Map()
  let encoded: { readonly of?: ReadonlyMap<string, LaunchStatus>; readonly text: string } = { text: '' }
  let sent = ''
  /** Undefined while nobody knows what is in the row. */
  let written: string | undefined = ''
  /** By what stands in their rows, which seldom changes from beat to beat. */
  let others: ReadonlyMap<string, ReadonlyMap<string, LaunchStatus>> = new Map()
  return {
    elsewhere: {
      share(read) {
        own = read
      },
      launchStatuses: (characterId) => [...others.values()].map((one) => one.get(characterId) ?? 'stopped'),
    },
    assignment() {
      const statuses = own()
      if (statuses !== encoded.of) encoded = { of: statuses, text: encode(statuses) }
      const { text } = encoded
      if (text === written) return ''
      sent = text
      written = undefined
      return `, connected = '${text}'`
    },
    receive(rows) {
      written = sent
      const texts = rows.map(({ connected }) => String(connected))
      others = new Map(texts.map((text) => [text, others.get(text) ?? decode(text)]))
    },
  }
}

/** Needs no quoting, whatever the ids hold. */
const encode = (statuses: ReadonlyMap<string, LaunchStatus>): string =>
  statuses.size === 0 ? '' : Buffer.from(JSON.stringify([...statuses])).toString('base64')

const decode = (text: string): ReadonlyMap<string, LaunchStatus> =>
  new Map(text === '' ? [] : JSON.parse(Buffer.from(text, 'base64').toString()))
