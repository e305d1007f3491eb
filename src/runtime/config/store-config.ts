import { POSTGRES_ADDRESS_HINT, parsePostgresUrl } from '../../store/postgres/url.js'
import { StartError } from '../process/start-error.js'

type GivenStore = {
  readonly store?: string | undefined
  readonly ephemeral?: boolean | undefined
  readonly origins?: Readonly<Record<string, string>> | undefined
}

export const shownStore = (address: string | undefined): string =>
  address === undefined ? 'files' : (parsePostgresUrl(address)?.shown ?? 'not an address')

/** Never repeated in a message: it may hold a password. */
export function readStore(
  { store: given, ephemeral, origins }: GivenStore,
  written: string | undefined,
): string | undefined {
  const address = given ?? written
  if (address === undefined) return undefined
  const source =
    given === undefined ? 'The store of the configuration file' : (origins?.['store'] ?? '--store')
  if (parsePostgresUrl(address) === undefined) {
    throw new StartError(`${source} is not the address of a PostgreSQL database.`, POSTGRES_ADDRESS_HINT)
  }
  if (ephemeral !== true) return address
  // A file may be there for other servers; who says both at once means one of them.
  if (given === undefined) return undefined
  throw new StartError(`${source} and --ephemeral exclude each other.`, 'Leave one of them out.')
}
