import { Args } from '@oclif/core'
import { characterName, type Pair } from '../../src/cli/chat/open-chat.js'
import { confirm } from '../../src/cli/confirm.js'
import { CommandError, EXIT } from '../../src/cli/errors.js'
import { destructiveFlags, type ServiceFlags, serviceFlags } from '../../src/cli/flags.js'
import { countMemories } from '../../src/cli/memories/count-memories.js'
import { findConversation } from '../../src/cli/players/find-conversation.js'
import { PlayersCommand, playerArg } from '../../src/cli/players/players-command.js'
import { printableLine } from '../../src/cli/printable.js'
import { type Client, ServiceError } from '../../src/client/create-client.js'
import { deleteConversation } from '../../src/contract/conversations.js'

export default class PlayersDelete extends PlayersCommand {
  static override summary = 'Make a character forget a player: conversation, messages, memories and images.'
  static override examples = ['<%= config.bin %> <%= command.id %> Mira ada --yes']
  static override args = {
    character: Args.string({ required: true, description: 'Id, or whole name.' }),
    player: playerArg,
  }
  static override flags = { ...serviceFlags, ...destructiveFlags }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(PlayersDelete)
    const { terminal, result, note } = this.output(flags)
    await confirm(terminal, flags, () => this.#question(args, flags))
    const { client, characterId } = await this.reach(flags, args.character, 'whole')
    const pair = { characterId, playerId: args.player }
    await client.call(deleteConversation, { params: pair }).catch(async (error: unknown) => {
      throw isMissing(error) ? await withoutConversation(client, args, pair) : error
    })
    const left = await countMemories(client, pair)
    if (left !== null && left > 0) note(memoriesLeft(left, args))
    result(
      { deleted: true, characterId, playerId: args.player },
      () => `Deleted the conversation of ${printableLine(args.player)}`,
    )
  }

  async #question(args: Named, flags: ServiceFlags): Promise<string> {
    const { client, owner, characterId } = await this.reach(flags, args.character, 'whole')
    const pair = { characterId, playerId: args.player }
    const { playerId, messageCount } = await findConversation(client, pair).catch(async (error: unknown) => {
      throw isMissing(error) ? await withoutConversation(client, args, pair) : error
    })
    const character = printableLine(await characterName(owner, characterId))
    const messages = messageCount === 1 ? '1 message' : `${messageCount ?? 'all'} messages`
    return `Delete the conversation of ${printableLine(playerId)} with ${character}: ${messages}, all that ${character} remembers of the player, and the images sent?`
  }
}

type Named = { readonly character: string; readonly player: string }

const isMissing = (error: unknown): boolean =>
  (error instanceof ServiceError && error.status === 404) ||
  (error instanceof CommandError && error.code === 'not_found')

/** A player may have memories without ever having talked. */
async function withoutConversation(client: Client, { character, player }: Named, pair: Pair): Promise<Error> {
  const left = await countMemories(client, pair)
  const name = printableLine(player)
  return new CommandError({
    code: 'not_found',
    message: `There is no conversation with ${name}${left === null || left > 0 ? '' : ', and nothing is remembered of the player'}`,
    ...(left !== null && left > 0 && { hint: memoriesLeft(left, { character, player }) }),
    exitCode: EXIT.failed,
  })
}

function memoriesLeft(count: number, { character, player }: Named): string {
  const memories = count === 1 ? '1 memory' : `${count} memories`
  const words = [character, player].map((word) => printableLine(word)).map(quotedWord)
  return `${memories} of ${printableLine(player)} ${count === 1 ? 'is' : 'are'} left; \`parley memories clear ${words.join(' ')}\` removes ${count === 1 ? 'it' : 'them'}.`
}

const quotedWord = (word: string): string =>
  /^[\w@.:+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
