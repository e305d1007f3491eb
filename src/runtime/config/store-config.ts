import { POSTGRES_ADDRESS_HINT, parsePostgresUrl } from '../../store/postgres/url.js'
import { StartError } from '../process/start-error.js'
import { WORKERS_MAX } from '../workers/workers-max.js'
import { type GivenAddress, readGivenAddress } from './given-address.js'

/** Throws a StartError for servers that cannot serve like that, or not together. */
export const readServing = (options: GivenMembers, written: WrittenMembers, store: string | undefined) => ({
  standby: readStandby(options, written.standby, store),
  members: readMembers(options, written, store),
  workers: readWorkers(options, written),
})

/** Where the records are, and who serves them, in words without secrets. */
export const shownServing = (
  options: GivenMembers & { readonly store?: string | undefined },
  written: WrittenMembers & { readonly store: string | undefined },
): Readonly<Record<string, string>> => ({
  store: shownStore(options.ephemeral === true ? undefined : (options.store ?? written.store)),
  standby: options.ephemeral !== true && (options.standby ?? written.standby) === true ? 'yes' : 'no',
  members: shownMembers(options, written),
  workers: String(workersOf(options, written) ?? 'none'),
})

const shownStore = (address: string | undefined): string =>
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
const shownMembers = (
  options: Pick<GivenMembers, 'ephemeral' | 'members' | 'workers'>,
  written: Pick<WrittenMembers, 'members' | 'workers'>,
): string => {
  if (options.ephemeral === true) return 'no'
  if (workersOf(options, written) !== undefined) return 'yes, its workers'
  return (options.members ?? written.members) === true ? 'yes' : 'no'
}

/** The flag wins. A file may be there for other servers, and says nothing of one that keeps its records in memory. */
const workersOf = (
  { ephemeral, workers }: Pick<GivenMembers, 'ephemeral' | 'workers'>,
  written: Pick<WrittenMembers, 'workers'>,
): number | undefined => workers ?? (ephemeral === true ? undefined : written.workers)

const WORKERS_OF_FILE = 'workers of the configuration file'

type GivenMembers = Pick<GivenStandby, 'ephemeral' | 'origins'> & {
  readonly members?: boolean | undefined
  readonly workers?: number | undefined
  readonly standby?: boolean | undefined
  readonly seed?: string | undefined
  readonly clock?: string | undefined
}
type WrittenMembers = {
  readonly members: boolean | undefined
  readonly workers: number | undefined
  readonly standby: boolean | undefined
}

/** Throws a StartError for what several servers cannot have in common. */
function readMembers(options: GivenMembers, written: WrittenMembers, store: string | undefined): boolean {
  const source = sourceOfMembers(options, written)
  if (source === undefined) return false
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

/** Says what makes this server a member: a flag first, and workers before what they imply. Undefined: nothing does. */
function sourceOfMembers(options: GivenMembers, written: WrittenMembers): string | undefined {
  const { members, workers, origins, ephemeral } = options
  if (workers !== undefined) return origins?.['workers'] ?? '--workers'
  if (members === true) return origins?.['members'] ?? '--members'
  if (workersOf(options, written) !== undefined) return WORKERS_OF_FILE
  // A file may be there for other servers.
  const isWritten = ephemeral !== true && (members ?? written.members) === true
  return isWritten ? 'members of the configuration file' : undefined
}

/** Throws a StartError for a number that makes no sense. */
function readWorkers(
  options: Pick<GivenMembers, 'ephemeral' | 'workers' | 'origins'>,
  written: Pick<WrittenMembers, 'workers'>,
): number | undefined {
  const workers = workersOf(options, written)
  if (workers === undefined) return undefined
  const source =
    options.workers === undefined ? WORKERS_OF_FILE : (options.origins?.['workers'] ?? '--workers')
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
function readStandby(
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
