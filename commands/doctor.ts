import { ParleyCommand } from '../src/cli/base-command.js'
import { renderChecks } from '../src/cli/doctor/check.js'
import { runDoctor } from '../src/cli/doctor/run-doctor.js'
import { serviceFlags } from '../src/cli/flags/service-flags.js'
import { wasFlagGiven } from '../src/cli/flags/was-flag-given.js'
import { withSpinner } from '../src/cli/output/terminal.js'
import { stateFolder } from '../src/runtime/local-state/state-folder.js'

export default class Doctor extends ParleyCommand {
  static override summary = 'Diagnose problems: check this machine, the server and the credentials.'
  static override description = `Changes nothing, and prints no key or token.
Exits with 0 if no check failed, with 1 if one failed, with 7 if no server is reachable.`
  static override examples = ['<%= config.bin %> <%= command.id %>']
  static override flags = serviceFlags

  /** The checks report the same, so nothing is printed. */
  protected override notify(): void {}

  async run(): Promise<void> {
    const { flags, raw } = await this.parse(Doctor)
    const { terminal, result } = this.output(flags)
    const { baseUrl, checks, exitCode } = await withSpinner(terminal, 'Checking', () =>
      runDoctor({
        flags,
        wasFlagGiven: wasFlagGiven(raw),
        findTarget: (changed) => this.resolveTarget(changed),
        createClient: async (changed) => (await this.resolveService(changed)).client,
        stateDir: stateFolder(),
        version: this.config.version,
        node: { version: process.versions.node, wanted: String(this.config.pjson.engines?.node) },
        now: Date.now,
      }),
    )
    result({ ok: exitCode === 0, baseUrl, checks }, () => renderChecks(terminal, checks))
    process.exitCode = exitCode
  }
}
