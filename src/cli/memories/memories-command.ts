import { Args } from '@oclif/core'
import type { Client } from '../../client/create-client.js'
import { characterArg } from '../characters/character-flags.js'
import type { CharacterPlayer } from '../chat/chat-participants.js'
import type { ServiceFlags } from '../flags/service-flags.js'
import { PlayersCommand, playerArg } from '../players/players-command.js'

export const pairArgs = { character: characterArg, player: playerArg }

/** For what cannot be taken back: no mere beginning of a name. */
export const wholePairArgs = {
  character: Args.string({ required: true, description: 'Id, or whole name.' }),
  player: playerArg,
}

export const memoryArg = Args.string({
  required: true,
  description: 'Id of the memory, or eight or more characters of its beginning.',
})

type ResolvedPair = {
  readonly client: Client
  /** As in `PlayersCommand`: acts for the account. */
  readonly owner: Client
  readonly pair: CharacterPlayer
}
type ResolvedPairWithAccount = ResolvedPair & {
  /** With an ID token, for the control plane. */
  readonly account: Client
}
type PairNames = { readonly character: string; readonly player: string }

/** What the commands about what a character remembers of a player share. */
export abstract class MemoriesCommand extends PlayersCommand {
  protected async resolvePair(
    flags: ServiceFlags,
    { character, player }: PairNames,
    accept: 'beginning' | 'whole' = 'beginning',
  ): Promise<ResolvedPair> {
    const { client, owner, characterId } = await this.resolveCharacter(flags, character, accept)
    return { client, owner, pair: { characterId, playerId: player } }
  }

  /** For what only the control plane tells. Names are looked up as by every other command. */
  protected async resolvePairWithAccount(
    flags: ServiceFlags & { readonly email?: string | undefined },
    names: PairNames,
  ): Promise<ResolvedPairWithAccount> {
    return { ...(await this.resolvePair(flags, names)), account: await this.createAccountClient(flags) }
  }
}
