import type { Client } from '../../client/create-client.js'
import { readRegistry } from '../../runtime/local-state/server-registry.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import type { ServiceFlags } from '../flags/service-flags.js'
import { printableLine } from '../output/printable.js'
import { addressWithoutSecrets } from '../server-address/base-url.js'
import { dataDirOf, type ServiceTarget } from '../server-address/discovery.js'
import { readServerFile, readVerifiedServerFile } from '../server-address/server-file.js'
import { type Check, fail, ok, warn } from './check.js'
import { checkActingFor, checkApiKey, checkIdToken } from './credentials.js'
import { checkDataFolderAccess, checkNode } from './machine.js'
import { checkReachability, checkServerFile, checkSocket, checkTarget } from './reachability.js'
import { checkServerState } from './server-state.js'

export type DoctorDeps = {
  readonly flags: ServiceFlags
  /** Whether a flag is on the command line; otherwise its value comes from the environment or is the default. */
  readonly wasFlagGiven: (flag: string) => boolean
  /** Finds the service that the flags select. Rejects if there is none. */
  readonly findTarget: (flags: ServiceFlags) => Promise<ServiceTarget>
  readonly createClient: (flags: ServiceFlags) => Promise<Client>
  /** Where the registry of running servers is. */
  readonly stateDir: string
  readonly version: string
  readonly node: { readonly version: string; readonly wanted: string }
  readonly now: () => number
}

export type DoctorReport = {
  readonly baseUrl: string | null
  readonly checks: readonly Check[]
  readonly exitCode: number
}

/** Checks everything that commands depend on, in the order in which one check requires another. */
export async function runDoctor(deps: DoctorDeps): Promise<DoctorReport> {
  const { flags, node, wasFlagGiven } = deps
  const registry = await readRegistry(deps.stateDir)
  const file = await (flags['ready-file'] === undefined
    ? readVerifiedServerFile(dataDirOf(flags), registry.servers)
    : readServerFile(flags['ready-file']))
  const isLocal = flags['base-url'] === undefined
  const local = [
    checkNode(node.version, node.wanted),
    ok('other tools', 'none needed'),
    await checkDataFolderAccess(dataDirOf(flags), isLocal && file.state !== 'running'),
    checkServerFile(flags, file),
    ...registry.warnings.map((warning) => warn('registry', printableLine(warning), REGISTRY_HINT)),
  ]
  const target = await deps.findTarget(flags).catch((error: unknown) => noTarget(error))
  if ('status' in target) return reportOf(null, [...local, target], { isReachable: false })

  const client = await deps.createClient(flags)
  const { check, isReachable, isService } = await checkReachability(client, target)
  const remote = isService ? await checkService(deps, { client, target }) : []
  const checks = [...local, checkTarget(target, flags, wasFlagGiven), check, ...remote]
  return reportOf(addressWithoutSecrets(target.baseUrl), checks, { isReachable })
}

const REGISTRY_HINT = 'Restrict access to yourself, or delete it: the next server writes it anew.'

/** The ready file names no running server, so there is no service to check. */
function noTarget(error: unknown): Check {
  if (!(error instanceof CommandError)) throw error
  return fail('server', error.message, 'Start one with `parley serve --ready-file FILE`, or omit the flag.')
}

function reportOf(
  baseUrl: string | null,
  checks: readonly Check[],
  { isReachable }: { readonly isReachable: boolean },
): DoctorReport {
  const failed = checks.some(({ status }) => status === 'fail') ? EXIT.failed : 0
  return { baseUrl, checks, exitCode: isReachable ? failed : EXIT.unreachable }
}

async function checkService(
  { flags, createClient, wasFlagGiven, version, now }: DoctorDeps,
  service: { readonly client: Client; readonly target: ServiceTarget },
): Promise<Check[]> {
  const { client, target } = service
  const { check: token, account } = await checkIdToken(service, flags, (idToken) =>
    createClient({ ...flags, 'id-token': idToken }),
  )
  const shown = { apiKey: target.apiKey, idToken: flags['id-token'] }
  return [
    ...(await checkServerState(account, { local: target.local, ownVersion: version, now })),
    token,
    ...(await checkApiKey(client, { target, flags, account })),
    ...checkActingFor(flags, wasFlagGiven),
    ...(await checkSocket(client, shown, flags.timeout * 1000)),
  ]
}
