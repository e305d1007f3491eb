import { Args } from '@oclif/core'
import { type CharacterPlayer, readCharacterName } from '../../src/cli/chat/chat-participants.js'
import { CommandError, EXIT } from '../../src/cli/errors/command-error.js'
import { destructiveFlags, type ServiceFlags, serviceFlags } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { countMemories } from '../../src/cli/memories/read-memories.js'
import { printableLine, quoteForShell } from '../../src/cli/output/printable.js'
import { PlayersCommand, playerArg } from '../../src/cli/players/players-command.js'
import { findConversation } from '../../src/cli/players/read-conversations.js'
import { type Client, ServiceError } from '../../src/client/create-client.js'
import { deleteConversation } from '../../src/contract/conversations.js'

export default class PlayersDelete extends PlayersCommand {
  static override summary = 'Delete a player of a character: conversation, messages, memories and images.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada --yes']
  static override args = {
    character: Args.string({ required: true, description: 'Id or complete name.' }),
    player: playerArg,
  }
  static override flags = { ...serviceFlags, ...destructiveFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlayersDelete)
    const { terminal, result } = this.output(flags)
    await confirm(terminal, flags, () => this.#question(args, flags))
    const { client, characterId } = await this.resolveCharacter(flags, args.character, 'exact')
    const pair = { characterId, playerId: args.player }
    await client.call(deleteConversation, { params: pair }).catch(async (error: unknown) => {
      throw isMissing(error) ? await noConversationError(client, args, pair) : error
    })
    const memoriesLeft = await countStoredMemories(client, pair)
    result(
      { deleted: true, characterId, playerId: args.player, memoriesLeft },
      () =>
        `Deleted the conversation of ${printableLine(args.player)}. ${remainingMemoriesText(memoriesLeft, args)}`,
    )
  }

  async #question(args: PairNames, flags: ServiceFlags): Promise<string> {
    const { client, owner, characterId } = await this.resolveCharacter(flags, args.character, 'exact')
    const pair = { characterId, playerId: args.player }
    const { playerId, messageCount } = await findConversation(client, pair).catch(async (error: unknown) => {
      throw isMissing(error) ? await noConversationError(client, args, pair) : error
    })
    const character = printableLine(await readCharacterName(owner, characterId))
    const messages = messageCount === 1 ? '1 message' : `${messageCount ?? 'all'} messages`
    return `Delete the conversation of ${printableLine(playerId)} with ${character}: ${messages}, all memories that ${character} has of the player, and the images sent?`
  }
}

type PairNames = { readonly character: string; readonly player: string }

const isMissing = (error: unknown): boolean =>
  (error instanceof ServiceError && error.status === 404) ||
  (error instanceof CommandError && error.code === 'not_found')

/** A player without a conversation may have memories, so the hint says how to delete them. */
async function noConversationError(client: Client, names: PairNames, pair: CharacterPlayer): Promise<Error> {
  return new CommandError({
    code: 'no_conversation',
    message: `There is no conversation with ${printableLine(names.player)}`,
    hint: remainingMemoriesText(await countStoredMemories(client, pair), names),
    exitCode: EXIT.failed,
  })
}

/** The number of memories; null if the key or the service does not give access to it. */
const countStoredMemories = (client: Client, pair: CharacterPlayer): Promise<number | null> =>
  countMemories(client, pair).catch((error: unknown) => {
    if (error instanceof ServiceError) return null
    throw error
  })

/** Says how many memories remain after the deletion, and how to delete them. */
function remainingMemoriesText(count: number | null, { character, player }: PairNames): string {
  const name = printableLine(player)
  if (count === 0) return `No memories of ${name} are left.`
  const args = [character, player].map((word) => printableLine(word)).map(quoteForShell)
  const command = `\`parley memories clear ${args.join(' ')}\``
  if (count === null) {
    return `This API key cannot read whether memories of ${name} are left; ${command} deletes them.`
  }
  const [memories, are, them] = count === 1 ? ['1 memory', 'is', 'it'] : [`${count} memories`, 'are', 'them']
  return `${memories} of ${name} ${are} left; ${command} deletes ${them}.`
}
