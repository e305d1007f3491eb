import { Flags } from '@oclif/core'
import { ParleyCommand } from '../src/cli/base-command.js'
import { usageError } from '../src/cli/errors/command-error.js'
import { httpUrlFlag, timeoutFlag } from '../src/cli/flags/service-flags.js'
import { readStandardInput } from '../src/cli/input/read-input.js'
import { checkLogin, promptForLogin } from '../src/cli/profiles/login.js'
import { type Profile, withProfile } from '../src/cli/profiles/profile.js'
import { profilesFileName, readProfiles, writeProfiles } from '../src/cli/profiles/profiles-file.js'
import { isLoopback } from '../src/cli/server-address/base-url.js'

export default class Login extends ParleyCommand {
  static override summary = 'Save the address and key of a service as a profile, and use it from now on.'
  static override description =
    `Prompts for missing values. The key is checked, then stored in a file that only you can read.
Commands that change something at a hosted service require --confirm with the name of its profile.`
  static override examples = [
    'echo "$STUDIO_KEY" | <%= config.bin %> <%= command.id %> --base-url "$STUDIO_URL" --api-key-stdin --profile studio',
  ]
  static override flags = {
    'base-url': httpUrlFlag({ summary: 'Address of the service.', env: 'PARLEY_BASE_URL' }),
    'api-key-stdin': Flags.boolean({
      summary: 'Read the API key from standard input.',
    }),
    profile: Flags.string({
      summary: 'Name of the profile. Default: the host of the address.',
      env: 'PARLEY_PROFILE',
      helpValue: 'NAME',
    }),
    'org-id': Flags.string({ summary: 'Act in this organization.', env: 'PARLEY_ORG_ID' }),
    check: Flags.boolean({ summary: 'Check the key before it is stored.', default: true, allowNo: true }),
    use: Flags.boolean({ summary: 'Use the profile from now on.', default: true, allowNo: true }),
    timeout: timeoutFlag('Time limit of one request.', 10),
  }

  async run(): Promise<void> {
    const { flags } = await this.parse(Login)
    const { terminal, result, warn } = this.output(flags)
    const apiKey = flags['api-key-stdin'] ? await keyFromStandardInput() : undefined
    const login = await promptForLogin(terminal, { name: flags.profile, baseUrl: flags['base-url'], apiKey })
    if (login.baseUrl.startsWith('http:') && !isLoopback(login.baseUrl)) {
      warn(`${login.baseUrl} is not encrypted: others on the network can read the key.`)
    }
    const profile: Profile = { ...login, orgId: flags['org-id'] ?? null }
    if (flags.check)
      await checkLogin(profile, { version: this.config.version, timeoutMs: flags.timeout * 1000 })
    const { configDir } = this.config
    const profiles = withProfile(await readProfiles(configDir), profile)
    const current = flags.use ? profile.name : profiles.current
    await writeProfiles(configDir, { ...profiles, current })
    const { name, baseUrl, orgId } = profile
    const isCurrent = current === name
    result({ name, baseUrl, orgId, isCurrent, file: profilesFileName(configDir) }, () =>
      isCurrent ? `Commands use ${name} from now on: ${baseUrl}` : `Saved ${name}: ${baseUrl}`,
    )
  }
}

async function keyFromStandardInput(): Promise<string> {
  const key = (await readStandardInput()).trim()
  if (key === '' || /\s/.test(key)) throw usageError('Standard input contains no API key')
  return key
}
