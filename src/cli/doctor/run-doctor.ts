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
  /** Whether a flag stands in the command line; if not, its value comes from a variable or is the default. */
  readonly wasFlagGiven: (flag: string) => boolean
  /** Which service the flags name. Rejects when they name none. */
  readonly targetOf: (flags: ServiceFlags) => Promise<ServiceTarget>
  readonly clientOf: (flags: ServiceFlags) => Promise<Client>
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

/** Looks at everything a newcomer may be stuck with, in the order in which one thing needs the other. */
export async function runDoctor(deps: DoctorDeps): Promise<DoctorReport> {
  const { flags, node, wasFlagGiven: isTyped } = deps
  const registry = await readRegistry(deps.stateDir)
  const file = await (flags['ready-file'] === undefined
    ? readVerifiedServerFile(dataDirOf(flags), registry.servers)
    : readServerFile(flags['ready-file']))
  const isLocal = flags['base-url'] === undefined
  const here = [
    checkNode(node.version, node.wanted),
    ok('other tools', 'none needed'),
    await checkDataFolderAccess(dataDirOf(flags), isLocal && file.state !== 'running'),
    checkServerFile(flags, file),
    ...registry.warnings.map((complaint) => warn('registry', printableLine(complaint), REGISTRY)),
  ]
  const target = await deps.targetOf(flags).catch((error: unknown) => notFound(error))
  if ('status' in target) return examined(null, [...here, target], { isReachable: false })

  const client = await deps.clientOf(flags)
  const { check, isReachable, isService } = await checkReachability(client, target)
  const there = isService ? await examineService(deps, { client, target }) : []
  const checks = [...here, checkTarget(target, flags, isTyped), check, ...there]
  return examined(addressWithoutSecrets(target.baseUrl), checks, { isReachable })
}

const REGISTRY = 'Make it yours alone, or delete it: a server that starts writes it anew.'

/** The file that was named by hand names no running server, so there is none to ask. */
function notFound(error: unknown): Check {
  if (!(error instanceof CommandError)) throw error
  return fail(
    'server',
    error.message,
    'Start one with `parley serve --ready-file FILE`, or leave the file out.',
  )
}

function examined(
  baseUrl: string | null,
  checks: readonly Check[],
  { isReachable }: { readonly isReachable: boolean },
): DoctorReport {
  const failed = checks.some(({ status }) => status === 'fail') ? EXIT.failed : 0
  return { baseUrl, checks, exitCode: isReachable ? failed : EXIT.unreachable }
}

async function examineService(
  { flags, clientOf, wasFlagGiven: isTyped, version, now }: DoctorDeps,
  service: { readonly client: Client; readonly target: ServiceTarget },
): Promise<Check[]> {
  const { client, target } = service
  const { check: token, account } = await checkIdToken(service, flags, (idToken) =>
    clientOf({ ...flags, 'id-token': idToken }),
  )
  const shown = { apiKey: target.apiKey, idToken: flags['id-token'] }
  return [
    ...(await checkServerState(account, { local: target.local, ownVersion: version, now })),
    token,
    ...(await checkApiKey(client, { target, flags, account })),
    ...checkActingFor(flags, isTyped),
    ...(await checkSocket(client, shown, flags.timeout * 1000)),
  ]
}
