import type { Client } from '../../client/create-client.js'
import type { Operation } from '../../contract/operation.js'
import { CommandError, EXIT, inputNeededError, usageError } from '../errors/command-error.js'
import type { Output } from '../output/output.js'
import { isLoopback } from '../server-address/base-url.js'
import type { Profile } from './profile.js'

/** A service of somebody else's machine: what is changed there, others see. */
export const isHosted = ({ baseUrl }: Profile): boolean => !isLoopback(baseUrl)

type ConfirmationContext = {
  readonly output: Pick<Output, 'terminal' | 'note'>
  /** What `--confirm` says. */
  readonly confirmed: string | undefined
}

/**
 * A client that says on standard error when it changes something at a hosted profile, and does so only when the profile
 * was confirmed by its name. What only reads, and talking, goes through.
 */
export function guardHostedClient(client: Client, profile: Profile, asking: ConfirmationContext): Client {
  if (!isHosted(profile)) return client
  let mayChange: Promise<void> | null = null
  const mark = once(() => asking.output.note(`» ${profile.name} (${profile.baseUrl})`))
  return {
    ...client,
    call: async (operation, input, options) => {
      if (isMutation(operation)) {
        mark()
        mayChange ??= requireConfirmed(profile, asking)
        await mayChange
      }
      return client.call(operation, input, options)
    },
    session: (settings) => {
      mark()
      return client.session(settings)
    },
    connect: (settings) => {
      mark()
      return client.connect(settings)
    },
  }
}

const isMutation = ({ method, readOnly }: Operation): boolean => method !== 'GET' && readOnly !== true

async function requireConfirmed(
  { name }: Profile,
  { output, confirmed }: ConfirmationContext,
): Promise<void> {
  if (confirmed === name) return
  if (confirmed !== undefined) throw usageError(`--confirm says ${confirmed}, the profile is ${name}`)
  if (!output.terminal.isInteractive) {
    throw inputNeededError(`This changes something at the hosted profile ${name}.`, `Add --confirm ${name}.`)
  }
  const { default: inquirer } = await import('inquirer')
  // The question is no result, so it goes to standard error.
  const ask = inquirer.createPromptModule({ output: process.stderr })
  const message = `This changes something there. Type ${name} to go on:`
  const { typed } = await ask([{ type: 'input', name: 'typed', message }])
  if (String(typed).trim() === name) return
  throw new CommandError({ code: 'declined', message: 'Nothing was changed.', exitCode: EXIT.failed })
}

function once(run: () => void): () => void {
  let hasRun = false
  return () => {
    if (hasRun) return
    hasRun = true
    run()
  }
}
