import { dirname } from 'node:path'
import { Command } from '@oclif/core'
import { type Client, createClient } from '../client/node-client.js'
import { stateFolder } from '../runtime/local-state/state-folder.js'
import { inputNeededError } from './errors/command-error.js'
import { createResponseRecorder } from './errors/response-recorder.js'
import { exitOnSignals } from './exit-on-signals.js'
import { type GlobalFlags, globalFlags, type ServiceFlags } from './flags/service-flags.js'
import { createOutput, type Output } from './output/output.js'
import { printable, printableLine } from './output/printable.js'
import { guardHostedClient } from './profiles/guard-hosted-client.js'
import { chooseProfile } from './profiles/profile.js'
import { readProfiles } from './profiles/profiles-file.js'
import { isLoopback } from './server-address/base-url.js'
import { findTarget, type ServiceTarget } from './server-address/discovery.js'
import { findIdToken } from './server-address/id-token.js'

/** What every command shares. Failures rise to bin/run.js, which tells them all in one way. */
export abstract class ParleyCommand extends Command {
  static override baseFlags = globalFlags
  readonly #notified = new Set<string>()
  readonly #answers = createResponseRecorder()

  protected override async init(): Promise<void> {
    await super.init()
    this.installSignalHandlers()
  }

  protected override async catch(error: Error): Promise<unknown> {
    return super.catch(await this.#answers.explainError(error))
  }

  /** Ends the command when the outside says so. A command that has more to do then does it here. */
  protected installSignalHandlers(): void {
    exitOnSignals()
  }

  protected output(flags: GlobalFlags): Output {
    return createOutput(process, flags)
  }

  /** A client of the service that the flags, the environment, a profile or a running local server name. */
  protected async resolveService(
    flags: ServiceFlags & AnyServerFlag,
  ): Promise<{ client: Client; target: ServiceTarget }> {
    const target = await this.resolveTarget(flags)
    const asked = createClient({
      baseUrl: target.baseUrl,
      apiKey: target.apiKey,
      idToken: flags['id-token'],
      localSecret: localSecretFor(target, flags),
      playerId: flags['player-id'],
      orgId: flags['org-id'] ?? target.profile?.orgId ?? undefined,
      version: this.config.version,
      timeoutMs: flags.timeout * 1000,
    })
    const client = this.#answers.record(asked)
    if (target.profile === null) return { client, target }
    const asking = { output: this.output(flags), confirmed: flags.confirm }
    return { client: guardHostedClient(client, target.profile, asking), target }
  }

  /** Which service that is. */
  protected async resolveTarget(flags: ServiceFlags & AnyServerFlag): Promise<ServiceTarget> {
    const target = await findTarget(flags, {
      profile: chooseProfile(await readProfiles(this.config.configDir), flags),
      stateDir: stateFolder(),
      cwd: process.cwd(),
      allowsServerOfOtherFolder: this.allowsServerOfOtherFolder(),
      notify: (sentence) => this.notify(sentence),
    })
    if (target.source === 'elsewhere') this.#useElsewhere(target, flags)
    return target
  }

  /** Whether a running server of another folder will do when none runs in this one. */
  protected allowsServerOfOtherFolder(): boolean {
    return true
  }

  /** Tells on standard error, once, how a server was found; under `--json`, too, for it may not be the one meant. */
  protected notify(sentence: string): void {
    if (this.#notified.has(sentence)) return
    this.#notified.add(sentence)
    process.stderr.write(`${printable(sentence)}\n`)
  }

  /** Throws when the command destroys something: whoever does that says where. */
  #useElsewhere({ baseUrl, serverFile }: ServiceTarget, flags: AnyServerFlag): void {
    const folder = printableLine(dirname(serverFile ?? ''))
    if ('yes' in this.ctor.flags && flags['any-server'] !== true) {
      throw inputNeededError(
        `No server runs in this folder, and one of another folder (${folder}, at ${baseUrl}) has to be named for what cannot be undone.`,
        `If that is the one you mean, add --any-server, or --base-url ${baseUrl}`,
      )
    }
    this.notify(`using the server of ${folder} at ${baseUrl}`)
  }

  /** A client that acts as an account, for what an API key may not do. */
  protected async createAccountClient(
    flags: ServiceFlags & AnyServerFlag & { readonly email?: string | undefined },
  ): Promise<Client> {
    const idToken = await findIdToken(await this.resolveService(flags), flags)
    const { client } = await this.resolveService({ ...flags, 'id-token': idToken })
    return client
  }
}

type AnyServerFlag = { readonly 'any-server'?: boolean | undefined }

/** The secret of the server asked. One that was given is for a server of this machine, and goes to no other. */
function localSecretFor({ local, baseUrl }: ServiceTarget, flags: ServiceFlags): string | undefined {
  const given = local !== null || isLoopback(baseUrl) ? flags['local-secret'] : undefined
  return given ?? local?.localSecret
}
