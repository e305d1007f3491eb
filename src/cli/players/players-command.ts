import { Args } from '@oclif/core'
import type { Client } from '../../client/create-client.js'
import { ParleyCommand } from '../base-command.js'
import { findCharacterId } from '../characters/find-character.js'
import type { ServiceFlags } from '../flags/service-flags.js'

export const playerArg = Args.string({ required: true, description: 'Complete id of the player.' })

type ResolvedCharacter = {
  /** Acts for the player of `--player-id`, if given. */
  readonly client: Client
  /** Acts for the account: with a player header the service hides the characters that belong to the account. */
  readonly owner: Client
  readonly characterId: string
}

/** Base of the commands about the players of a character. */
export abstract class PlayersCommand extends ParleyCommand {
  protected async resolveCharacter(
    flags: ServiceFlags,
    character: string,
    match: 'prefix' | 'exact' = 'prefix',
  ): Promise<ResolvedCharacter> {
    const { client: owner } = await this.resolveService({ ...flags, 'player-id': undefined })
    const { client } = await this.resolveService(flags)
    return { client, owner, characterId: await findCharacterId(owner, character, match) }
  }
}
