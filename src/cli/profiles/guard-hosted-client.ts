import type { Client } from '../../client/create-client.js'
import type { Operation } from '../../contract/operation.js'
import { CommandError, EXIT, inputNeededError, usageError } from '../errors/command-error.js'
import { openPrompt } from '../input/open-prompt.js'
import type { Output } from '../output/output.js'
import { isLoopback } from '../server-address/base-url.js'
import type { Profile } from './profile.js'

/** Whether the service runs on another machine, where changes affect others. */
export const isHosted = ({ baseUrl }: Profile): boolean => !isLoopback(baseUrl)

type ConfirmationContext = {
  readonly output: Pick<Output, 'terminal' | 'note'>
  /** The value of `--confirm`. */
  readonly confirmed: string | undefined
}

/**
 * Wraps a client of a hosted profile: changes are announced on standard error and need a confirmation by the name of the
 * profile. Reading and talking need none.
 */
export function guardHostedClient(client: Client, profile: Profile, context: ConfirmationContext): Client {
  if (!isHosted(profile)) return client
  let confirmation: Promise<void> | null = null
  const announce = once(() => context.output.note(`» ${profile.name} (${profile.baseUrl})`))
  return {
    ...client,
    call: async (operation, input, options) => {
      if (isMutation(operation)) {
        announce()
        confirmation ??= requireConfirmed(profile, context)
        await confirmation
      }
      return client.call(operation, input, options)
    },
    session: (settings) => {
      announce()
      return client.session(settings)
    },
    connect: (settings) => {
      announce()
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
  if (confirmed !== undefined) throw usageError(`--confirm names ${confirmed}, but the profile is ${name}`)
  if (!output.terminal.isInteractive) {
    throw inputNeededError(
      `This command changes something at the hosted profile ${name}.`,
      `Add --confirm ${name}.`,
    )
  }
  const ask = await openPrompt()
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
