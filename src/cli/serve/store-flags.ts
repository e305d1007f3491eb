import { Flags } from '@oclif/core'
import { WORKERS_MAX } from '../../runtime/workers/workers-max.js'

export const placeGroup = { helpGroup: 'PLACE' }

/** Where the records and files of a server are, and who else has them. */
export const storeFlags = {
  store: Flags.string({
    ...placeGroup,
    summary: 'PostgreSQL database that holds the records instead of the data folder.',
    description:
      'Files, keys and secrets stay in the data folder. Needs the package pg beside parley (npm install pg). One server serves a database; see --standby and --members. A password is better put into the variable or into ~/.pgpass, as a command line is visible to others.',
    env: 'PARLEY_STORE',
    helpValue: 'postgres://USER@HOST/DATABASE',
  }),
  standby: Flags.boolean({
    ...placeGroup,
    summary: 'With --store: wait while another server serves the database, and take over when it ends.',
    description:
      'Both servers need it, and the same data folder on a volume that both can write. While it waits, the server answers /api/health, and 503 to everything else.',
    env: 'PARLEY_STANDBY',
  }),
  members: Flags.boolean({
    ...placeGroup,
    summary: 'With --store: serve the database beside other servers that do the same.',
    description:
      'All of them need it, and the same data folder on a volume that all can write. reset, clock set, --seed and --clock need a single server, and are refused.',
    env: 'PARLEY_MEMBERS',
  }),
  workers: Flags.integer({
    ...placeGroup,
    summary: 'With --store: so many processes serve the database together, at one address.',
    description:
      'Each is a member, as with --members, which it implies with all that it refuses. One that dies is replaced. Other servers may serve the database beside them.',
    env: 'PARLEY_WORKERS',
    min: 1,
    max: WORKERS_MAX,
    helpValue: 'N',
  }),
  blobs: Flags.string({
    ...placeGroup,
    summary: 'Bucket of an S3 API that holds the files instead of the data folder.',
    description:
      'Avatars, documents, models and pictures. Region, keys and endpoint come from the usual variables, such as AWS_ACCESS_KEY_ID and AWS_ENDPOINT_URL_S3, or from the configuration file. Clients still get files from this server, so the bucket can stay private.',
    env: 'PARLEY_BLOBS',
    helpValue: 's3://BUCKET[/PREFIX]',
  }),
  'accept-empty': Flags.boolean({
    ...placeGroup,
    summary: 'Start without records if the data folder has lost them; its files stay.',
    env: 'PARLEY_ACCEPT_EMPTY',
  }),
}
