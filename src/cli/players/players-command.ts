import { Args } from '@oclif/core'
import type { Client } from '../../client/create-client.js'
import { ParleyCommand } from '../base-command.js'
import { findCharacterId } from '../characters/find-character.js'
import type { ServiceFlags } from '../flags/service-flags.js'

export const playerArg = Args.string({ required: true, description: 'Id of the player, whole.' })

type ResolvedCharacter = {
  /** Acts for the player of `--player-id`, when there is one. */
  readonly client: Client
  /** Acts for the account: as a header, a player would hide the characters that belong to it. */
  readonly owner: Client
  readonly characterId: string
}

/** What the commands about the players of a character share. */
export abstract class PlayersCommand extends ParleyCommand {
  protected async resolveCharacter(
    flags: ServiceFlags,
    character: string,
    accept: 'beginning' | 'whole' = 'beginning',
  ): Promise<ResolvedCharacter> {
    const { client: owner } = await this.resolveService({ ...flags, 'player-id': undefined })
    const { client } = await this.resolveService(flags)
    return { client, owner, characterId: await findCharacterId(owner, character, accept) }
  }
}
