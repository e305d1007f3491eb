import { POSTGRES_ADDRESS_HINT, parsePostgresUrl } from '../../store/postgres/url.js'
import { StartError } from '../process/start-error.js'
import { type GivenAddress, readGivenAddress } from './given-address.js'

export const shownStore = (address: string | undefined): string =>
  address === undefined ? 'files' : (parsePostgresUrl(address)?.shown ?? 'not an address')

/** Throws a StartError that never repeats the address: it may hold a password. */
export const readStore = (address: GivenAddress): string | undefined =>
  readGivenAddress(address, {
    setting: 'store',
    inFile: 'The store of the configuration file',
    parse: (text) => (parsePostgresUrl(text) === undefined ? undefined : text),
    kind: 'a PostgreSQL database',
    hint: POSTGRES_ADDRESS_HINT,
  })?.place

type GivenStandby = {
  readonly standby?: boolean | undefined
  readonly ephemeral?: boolean | undefined
  readonly origins?: Readonly<Record<string, string>> | undefined
}

/** Throws a StartError where there is nothing to wait for. */
export function readStandby(
  { standby: given, origins, ephemeral }: GivenStandby,
  written: boolean | undefined,
  store: string | undefined,
): boolean {
  if ((given ?? written) !== true) return false
  if (store !== undefined) return true
  // A file may be there for other servers.
  if (given !== true && ephemeral === true) return false
  const source = given === true ? (origins?.['standby'] ?? '--standby') : 'standby of the configuration file'
  throw new StartError(
    `${source} needs records in PostgreSQL, which servers can hand over to each other.`,
    'Name the database with --store, or leave it out: one server serves a data folder.',
  )
}
