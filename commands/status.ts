import { ParleyCommand } from '../src/cli/base-command.js'
import { serviceFlags } from '../src/cli/flags.js'
import { renderFields } from '../src/cli/table.js'
import { getHealth } from '../src/contract/health.js'

export default class Status extends ParleyCommand {
  static override summary = 'Tell which service answers, and who you are there.'
  static override description = 'Exits with 7 when none answers.'
  static override examples = ['<%= config.bin %> <%= command.id %>']
  static override flags = serviceFlags

  async run(): Promise<void> {
    const { flags } = await this.parse(Status)
    const { client, target } = await this.service(flags)
    const { status, service } = await client.call(getHealth, {})
    const {
      account = null,
      dataDir = null,
      pid = null,
      version = null,
      providers = null,
    } = target.local ?? {}
    const { terminal, result } = this.output(flags)
    const found = { baseUrl: target.baseUrl, status, service, account, dataDir, pid, version, providers }
    result(found, () =>
      renderFields(terminal, [
        ['address', target.baseUrl],
        ['status', status],
        ['service', version === null ? service : `${service} ${version}`],
        ['account', account && `${account.email} (${account.id})`],
        ['data', dataDir],
        ['process', pid === null ? null : String(pid)],
        ...Object.entries(providers ?? {}).map(([ability, name]) => [ability, String(name)] as const),
      ]),
    )
  }
}
