import { POSTGRES_ADDRESS_HINT, parsePostgresUrl } from '../../store/postgres/url.js'
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
