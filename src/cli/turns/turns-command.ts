import type { Client } from '../../client/create-client.js'
import { ParleyCommand } from '../base-command.js'
import { findCharacterId } from '../characters/find-character.js'
import type { ServiceFlags } from '../flags/service-flags.js'
import type { TurnFilter } from './find-turn.js'
import { createStaffAccess } from './staff-access.js'

type TurnFlags = ServiceFlags & {
  readonly email?: string | undefined
  readonly character?: string | undefined
}

/** Base of the commands that explain turns. */
export abstract class TurnsCommand extends ParleyCommand {
  /** Runs `work` with a client that acts for staff; a refusal is told with its reason. */
  protected async withStaff<T>(flags: TurnFlags, work: (staff: Client) => Promise<T>): Promise<T> {
    const { baseUrl } = await this.resolveTarget(flags)
    const open = () => this.createAccountClient({ ...flags, 'player-id': undefined })
    return createStaffAccess(open, baseUrl)(work)
  }

  /** Which turns are meant: those of a character, and those of the player of `--player-id`. */
  protected async filterOf(flags: TurnFlags): Promise<TurnFilter> {
    const { character, 'player-id': playerId } = flags
    if (character === undefined) return { playerId }
    const { client } = await this.resolveService({ ...flags, 'player-id': undefined })
    return { characterId: await findCharacterId(client, character), playerId }
  }
}
