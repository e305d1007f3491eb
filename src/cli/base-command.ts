import { Command } from '@oclif/core'
import { type Client, createClient } from '../client/node-client.js'
import { findTarget, type Target } from './discovery.js'
import { exitWhenTold } from './exit-when-told.js'
import { type GlobalFlags, globalFlags, type ServiceFlags } from './flags.js'
import { findIdToken } from './identity.js'
import { createOutput, type Output } from './output.js'
import { chooseProfile } from './profiles/choose-profile.js'
import { guardClient } from './profiles/guard.js'
import { readProfiles } from './profiles/profiles-file.js'

/** What every command shares. Failures rise to bin/run.js, which tells them all in one way. */
export abstract class ParleyCommand extends Command {
  static override baseFlags = globalFlags

  protected override async init(): Promise<void> {
    await super.init()
    this.listen()
  }

  /** Ends the command when the outside says so. A command that has more to do then does it here. */
  protected listen(): void {
    exitWhenTold()
  }

  protected output(flags: GlobalFlags): Output {
    return createOutput(process, flags)
  }

  /** A client of the service that the flags, the environment, a profile or a running local server name. */
  protected async service(flags: ServiceFlags): Promise<{ client: Client; target: Target }> {
    const target = await this.target(flags)
    const client = createClient({
      baseUrl: target.baseUrl,
      apiKey: target.apiKey,
      idToken: flags['id-token'],
      playerId: flags['player-id'],
      orgId: flags['org-id'] ?? target.profile?.orgId ?? undefined,
      version: this.config.version,
      timeoutMs: flags.timeout * 1000,
    })
    if (target.profile === null) return { client, target }
    const asking = { output: this.output(flags), confirmed: flags.confirm }
    return { client: guardClient(client, target.profile, asking), target }
  }

  /** Which service that is. */
  protected async target(flags: ServiceFlags): Promise<Target> {
    return findTarget(flags, chooseProfile(await readProfiles(this.config.configDir), flags))
  }

  /** A client that acts as an account, for what an API key may not do. */
  protected async account(flags: ServiceFlags & { readonly email?: string | undefined }): Promise<Client> {
    const idToken = await findIdToken(await this.service(flags), flags)
    const { client } = await this.service({ ...flags, 'id-token': idToken })
    return client
  }
}
