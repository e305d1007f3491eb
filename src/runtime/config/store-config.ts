import { POSTGRES_ADDRESS_HINT, parsePostgresUrl } from '../../store/postgres/url.js'
import { StartError } from '../process/start-error.js'
import { WORKERS_MAX } from '../workers/workers-max.js'
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

/** Workers are members. */
export const shownMembers = (
  { ephemeral, members, workers }: Pick<GivenMembers, 'ephemeral' | 'members' | 'workers'>,
  written: boolean | undefined,
): string => {
  if (ephemeral === true) return 'no'
  if (workers !== undefined) return 'yes, its workers'
  return (members ?? written) === true ? 'yes' : 'no'
}

type GivenMembers = Pick<GivenStandby, 'ephemeral' | 'origins'> & {
  readonly members?: boolean | undefined
  readonly workers?: number | undefined
  readonly standby?: boolean | undefined
  readonly seed?: string | undefined
  readonly clock?: string | undefined
}
type WrittenMembers = { readonly members: boolean | undefined; readonly standby: boolean | undefined }

/** Throws a StartError for what several servers cannot have in common. */
export function readMembers(
  options: GivenMembers,
  written: WrittenMembers,
  store: string | undefined,
): boolean {
  // Workers are members.
  const given = options.workers === undefined ? options.members : true
  if ((given ?? written.members) !== true) return false
  // A file may be there for other servers.
  if (given !== true && options.ephemeral === true) return false
  const flag = options.workers === undefined ? 'members' : 'workers'
  const source =
    given === true ? (options.origins?.[flag] ?? `--${flag}`) : 'members of the configuration file'
  if (store === undefined) {
    throw new StartError(
      `${source} needs records in PostgreSQL, which servers can take turns to write.`,
      'Name the database with --store, or leave it out: one server serves a data folder.',
    )
  }
  const [refused] = refusedWithMembers(options, written)
  if (refused === undefined) return true
  throw new StartError(`${source} and ${refused.option} exclude each other: ${refused.why}.`, refused.hint)
}

/** Throws a StartError for a number that makes no sense. */
export function readWorkers({
  workers,
  origins,
}: Pick<GivenMembers, 'workers' | 'origins'>): number | undefined {
  if (workers === undefined) return undefined
  const source = origins?.['workers'] ?? '--workers'
  if (process.platform === 'win32') {
    throw new StartError(
      `${source} needs sockets in a folder that nobody else can open, which Windows does not have.`,
      'Start several servers with --members, or one server.',
    )
  }
  if (Number.isInteger(workers) && workers >= 1 && workers <= WORKERS_MAX) return workers
  throw new StartError(
    `${source} is ${workers}, and not a number from 1 to ${WORKERS_MAX}.`,
    'As many as there are processors are enough: they take turns to write.',
  )
}

const refusedWithMembers = ({ standby, seed, clock }: GivenMembers, written: WrittenMembers) =>
  [
    {
      isGiven: (standby ?? written.standby) === true,
      option: '--standby',
      why: 'all members serve at the same time, and none waits',
      hint: 'Leave --standby out: when a member ends, the others go on.',
    },
    {
      isGiven: seed !== undefined,
      option: '--seed',
      why: 'ids and chances are only the same in every run where one server makes them',
      hint: 'Serve the database with one server, or leave the seed out.',
    },
    {
      isGiven: clock !== undefined,
      option: '--clock',
      why: 'each server has its own clock, and records of different times would meet',
      hint: 'Serve the database with one server, or leave the clock as it is.',
    },
  ].filter(({ isGiven }) => isGiven)

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
