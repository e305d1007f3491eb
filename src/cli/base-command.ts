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

/** Base of all commands. Errors propagate to bin/run.js, which reports them uniformly. */
export abstract class ParleyCommand extends Command {
  static override baseFlags = globalFlags
  readonly #notified = new Set<string>()
  readonly #responses = createResponseRecorder()

  protected override async init(): Promise<void> {
    await super.init()
    this.installSignalHandlers()
  }

  protected override async catch(error: Error): Promise<unknown> {
    return super.catch(await this.#responses.explainError(error))
  }

  /** Exits on SIGINT, SIGTERM and a closed pipe. Commands that must clean up first override it. */
  protected installSignalHandlers(): void {
    exitOnSignals()
  }

  protected output(flags: GlobalFlags): Output {
    return createOutput(process, flags)
  }

  /** Creates a client for the service that the flags, the environment, a profile or a running server select. */
  protected async resolveService(
    flags: ServiceFlags & AnyServerFlag,
  ): Promise<{ client: Client; target: ServiceTarget }> {
    const target = await this.resolveTarget(flags)
    const plainClient = createClient({
      baseUrl: target.baseUrl,
      apiKey: target.apiKey,
      idToken: flags['id-token'],
      localSecret: localSecretFor(target, flags),
      playerId: flags['player-id'],
      orgId: flags['org-id'] ?? target.profile?.orgId ?? undefined,
      version: this.config.version,
      timeoutMs: flags.timeout * 1000,
    })
    const client = this.#responses.record(plainClient)
    if (target.profile === null) return { client, target }
    const confirmation = { output: this.output(flags), confirmed: flags.confirm }
    return { client: guardHostedClient(client, target.profile, confirmation), target }
  }

  /** Finds the address and the credentials of that service. */
  protected async resolveTarget(flags: ServiceFlags & AnyServerFlag): Promise<ServiceTarget> {
    const target = await findTarget(flags, {
      profile: chooseProfile(await readProfiles(this.config.configDir), flags),
      stateDir: stateFolder(),
      cwd: process.cwd(),
      allowsServerOfOtherFolder: this.allowsServerOfOtherFolder(),
      notify: (sentence) => this.notify(sentence),
    })
    if (target.source === 'elsewhere') this.#requireNamedServer(target, flags)
    return target
  }

  /** Whether a running server of another folder is used when none runs in this one. */
  protected allowsServerOfOtherFolder(): boolean {
    return true
  }

  /** Writes once to standard error how a server was found; with `--json`, too, as it may be the wrong one. */
  protected notify(sentence: string): void {
    if (this.#notified.has(sentence)) return
    this.#notified.add(sentence)
    process.stderr.write(`${printable(sentence)}\n`)
  }

  /** Announces that the server of another folder is used; throws if the command is destructive. */
  #requireNamedServer({ baseUrl, serverFile }: ServiceTarget, flags: AnyServerFlag): void {
    const folder = printableLine(dirname(serverFile ?? ''))
    if ('yes' in this.ctor.flags && flags['any-server'] !== true) {
      throw inputNeededError(
        `No server runs in this folder. This cannot be undone, so the server of another folder (${folder}, at ${baseUrl}) must be named.`,
        `To use that server, add --any-server or --base-url ${baseUrl}`,
      )
    }
    this.notify(`using the server of ${folder} at ${baseUrl}`)
  }

  /** Creates a client with the ID token of an account, for operations that an API key may not use. */
  protected async createAccountClient(
    flags: ServiceFlags & AnyServerFlag & { readonly email?: string | undefined },
  ): Promise<Client> {
    const idToken = await findIdToken(await this.resolveService(flags), flags)
    const { client } = await this.resolveService({ ...flags, 'id-token': idToken })
    return client
  }
}

type AnyServerFlag = { readonly 'any-server'?: boolean | undefined }

/** The secret of the target server. A secret from the flags is only sent to a server of this machine. */
function localSecretFor({ local, baseUrl }: ServiceTarget, flags: ServiceFlags): string | undefined {
  const given = local !== null || isLoopback(baseUrl) ? flags['local-secret'] : undefined
  return given ?? local?.localSecret
}
