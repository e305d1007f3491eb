import { Args, Flags } from '@oclif/core'
import type { Client } from '../../client/create-client.js'
import { MEMORY_LAYERS, MEMORY_TYPES } from '../../contract/memories.js'
import { characterArg } from '../characters/character-flags.js'
import type { CharacterPlayer } from '../chat/chat-participants.js'
import { omitUndefined } from '../flags/omit-undefined.js'
import type { ServiceFlags } from '../flags/service-flags.js'
import { numberFlag } from '../flags/value-flags.js'
import { PlayersCommand, playerArg } from '../players/players-command.js'

export const pairArgs = { character: characterArg, player: playerArg }

/** For destructive commands: a prefix of a name is not accepted. */
export const wholePairArgs = {
  character: Args.string({ required: true, description: 'Id or complete name.' }),
  player: playerArg,
}

export const memoryArg = Args.string({
  required: true,
  description: 'Id of the memory, or its first eight or more characters.',
})

type ResolvedPair = {
  readonly client: Client
  /** Acts for the account, as in `PlayersCommand`. */
  readonly owner: Client
  readonly pair: CharacterPlayer
}
type ResolvedPairWithAccount = ResolvedPair & {
  /** Sends an ID token, for the control plane. */
  readonly account: Client
}
type PairNames = { readonly character: string; readonly player: string }

/** Base of the commands about a character's memories of a player. */
export abstract class MemoriesCommand extends PlayersCommand {
  protected async resolvePair(
    flags: ServiceFlags,
    { character, player }: PairNames,
    match: 'prefix' | 'exact' = 'prefix',
  ): Promise<ResolvedPair> {
    const { client, owner, characterId } = await this.resolveCharacter(flags, character, match)
    return { client, owner, pair: { characterId, playerId: player } }
  }

  /** The same, with a client for operations of the control plane. */
  protected async resolvePairWithAccount(
    flags: ServiceFlags & { readonly email?: string | undefined },
    names: PairNames,
  ): Promise<ResolvedPairWithAccount> {
    return { ...(await this.resolvePair(flags, names)), account: await this.createAccountClient(flags) }
  }
}

/** The fields of a memory except its text. The service checks the bounds. */
export const memoryFieldFlags = {
  type: Flags.option({ options: MEMORY_TYPES })({ summary: 'Type of memory.' }),
  importance: numberFlag({ summary: 'Importance for searches, 0 to 1.' }),
  layer: Flags.option({ options: MEMORY_LAYERS })({
    summary: 'Long-term (ltm) or short-term (stm), which fades faster.',
  }),
  confidence: numberFlag({ summary: 'Confidence that it is true, 0 to 1.' }),
}

type FieldFlags = {
  readonly type?: (typeof MEMORY_TYPES)[number] | undefined
  readonly importance?: number | undefined
  readonly layer?: (typeof MEMORY_LAYERS)[number] | undefined
  readonly confidence?: number | undefined
}

/** The body fields for the flags that were given. */
export const memoryFields = ({ type, importance, layer, confidence }: FieldFlags) =>
  omitUndefined({ memoryType: type, importance, memoryLayer: layer, confidence })
