import { Args } from '@oclif/core'
import { ParleyCommand } from '../src/cli/base-command.js'
import { serviceFlags } from '../src/cli/flags/service-flags.js'
import { wasFlagGiven } from '../src/cli/flags/was-flag-given.js'
import { withSpinner } from '../src/cli/output/terminal.js'
import { inspectConfiguration } from '../src/cli/providers/local-settings.js'
import { renderModels, renderOffers } from '../src/cli/providers/provider-view.js'
import { providerFlags, providerOptions } from '../src/cli/serve/serve-flags.js'
import { checkProviders, type ProviderStatus } from '../src/contract/providers.js'

export default class Models extends ParleyCommand {
  static override summary = 'List what each configured provider of models offers.'
  static override description =
    `Asks the providers of the running server. With PROVIDER, or a flag that names one, asks from here.
PROVIDER is shown with all of its models by what they can do, a flag with those for its role.
A star marks the model that answers for characters that name no other. Exits with 1 if a provider does not answer.`
  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> stub',
    '<%= config.bin %> <%= command.id %> --llm stub --json',
  ]
  static override args = {
    provider: Args.string({
      description: 'As for serve --llm: ollama, openai, anthropic, google, or an address.',
    }),
  }
  static override flags = { ...serviceFlags, ...providerFlags }

  async run(): Promise<void> {
    const { args, flags, raw } = await this.parse(Models)
    const { terminal, result } = this.output(flags)
    const named = Object.keys(providerFlags).filter(wasFlagGiven(raw))
    const byFlag = providerOptions(flags, wasFlagGiven(raw))
    const options =
      args.provider === undefined
        ? byFlag
        : { ...byFlag, llm: args.provider, origins: { ...byFlag.origins, llm: this.id ?? 'models' } }
    const providers = await withSpinner(terminal, 'Asking', async () => {
      if (args.provider === undefined && named.length === 0) return this.#askServer(flags)
      const { checkProviders: check } = await inspectConfiguration(options)
      const found = await check()
      if (args.provider !== undefined) return found.filter(({ role }) => role === 'llm')
      return named.includes('config') ? found : found.filter(({ role }) => named.includes(role))
    })
    const render = args.provider === undefined ? renderModels : renderOffers
    result({ providers }, () => render(terminal, providers))
    if (providers.some(({ status }) => status === 'failed')) process.exitCode = 1
  }

  async #askServer(
    flags: Parameters<ParleyCommand['createAccountClient']>[0],
  ): Promise<readonly ProviderStatus[]> {
    const account = await this.createAccountClient(flags)
    return (await account.call(checkProviders, {})).providers
  }
}
