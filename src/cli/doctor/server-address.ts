import { dirname, resolve } from 'node:path'
import type { ServiceFlags } from '../flags/service-flags.js'
import { printableLine } from '../output/printable.js'
import { dataDirOf, ignoredReason, type ServiceTarget, serverFilePath } from '../server-address/discovery.js'
import type { ServerFile } from '../server-address/server-file.js'
import { type Check, ok, warn } from './check.js'

const LOCAL = 'local server'

/** What the file says in which a local server tells where it is. */
export function checkServerFile(flags: ServiceFlags, file: ServerFile): Check {
  const name = resolve(serverFilePath(flags))
  if (file.state === 'running')
    return ok(
      LOCAL,
      `process ${file.server.pid} serves ${addressWithoutSecrets(file.server.baseUrl)}, says ${name}`,
    )
  const ignored = ignoredReason(name, file)
  if (ignored !== null) return warn(LOCAL, ignored.message, ignored.hint)
  return ok(LOCAL, `none runs here: ${name} is not there`)
}

/** Which server the commands ask, and why this one. */
export function checkTarget(
  { baseUrl, source, profile, serverFile }: ServiceTarget,
  flags: ServiceFlags,
  isTyped: (flag: string) => boolean,
): Check {
  const named = (flag: string, variable: string) => (isTyped(flag) ? `--${flag}` : variable)
  const why = {
    flag: () => `named by ${named('base-url', 'PARLEY_BASE_URL')}`,
    profile: () => `profile ${profile?.name}`,
    local: () =>
      flags['ready-file'] === undefined
        ? `runs in ${resolve(dataDirOf(flags))}`
        : `named by the file of ${named('ready-file', 'PARLEY_READY_FILE')}`,
    elsewhere: () => `runs in ${printableLine(dirname(serverFile ?? ''))}, another folder`,
    default: () => 'the default: no flag, no variable and no server that runs here names another',
  }
  return ok('server', `${addressWithoutSecrets(baseUrl)} (${why[source]()})`)
}

/** An address without what may be secret in it. */
export function addressWithoutSecrets(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl)
  return `${origin}${pathname.replace(/(?<!\/)\/+$/, '')}`
}
