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

/** The fields of a memory beside its text. Bounds are the service's to check. */
export const memoryFieldFlags = {
  type: Flags.option({ options: MEMORY_TYPES })({ summary: 'Kind of memory.' }),
  importance: numberFlag({ summary: 'How much it counts in searches, 0 to 1.' }),
  layer: Flags.option({ options: MEMORY_LAYERS })({
    summary: 'Long-term (ltm) or short-term (stm), which fades faster.',
  }),
  confidence: numberFlag({ summary: 'How sure it is, 0 to 1.' }),
}

type FieldFlags = {
  readonly type?: (typeof MEMORY_TYPES)[number] | undefined
  readonly importance?: number | undefined
  readonly layer?: (typeof MEMORY_LAYERS)[number] | undefined
  readonly confidence?: number | undefined
}

/** The fields that the flags give. */
export const memoryFields = ({ type, importance, layer, confidence }: FieldFlags) =>
  omitUndefined({ memoryType: type, importance, memoryLayer: layer, confidence })
