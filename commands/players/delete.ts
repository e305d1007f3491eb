import { Args } from '@oclif/core'
import { type CharacterPlayer, readCharacterName } from '../../src/cli/chat/chat-participants.js'
import { CommandError, EXIT } from '../../src/cli/errors/command-error.js'
import { destructiveFlags, type ServiceFlags, serviceFlags } from '../../src/cli/flags/service-flags.js'
import { confirm } from '../../src/cli/input/confirm.js'
import { countMemories } from '../../src/cli/memories/read-memories.js'
import { printableLine } from '../../src/cli/output/printable.js'
import { PlayersCommand, playerArg } from '../../src/cli/players/players-command.js'
import { findConversation } from '../../src/cli/players/read-conversations.js'
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
    const { terminal, result } = this.output(flags)
    await confirm(terminal, flags, () => this.#question(args, flags))
    const { client, characterId } = await this.resolveCharacter(flags, args.character, 'whole')
    const pair = { characterId, playerId: args.player }
    await client.call(deleteConversation, { params: pair }).catch(async (error: unknown) => {
      throw isMissing(error) ? await withoutConversation(client, args, pair) : error
    })
    const memoriesLeft = await memoriesStored(client, pair)
    result(
      { deleted: true, characterId, playerId: args.player, memoriesLeft },
      () => `Deleted the conversation of ${printableLine(args.player)}. ${leftText(memoriesLeft, args)}`,
    )
  }

  async #question(args: Named, flags: ServiceFlags): Promise<string> {
    const { client, owner, characterId } = await this.resolveCharacter(flags, args.character, 'whole')
    const pair = { characterId, playerId: args.player }
    const { playerId, messageCount } = await findConversation(client, pair).catch(async (error: unknown) => {
      throw isMissing(error) ? await withoutConversation(client, args, pair) : error
    })
    const character = printableLine(await readCharacterName(owner, characterId))
    const messages = messageCount === 1 ? '1 message' : `${messageCount ?? 'all'} messages`
    return `Delete the conversation of ${printableLine(playerId)} with ${character}: ${messages}, all that ${character} remembers of the player, and the images sent?`
  }
}

type Named = { readonly character: string; readonly player: string }

const isMissing = (error: unknown): boolean =>
  (error instanceof ServiceError && error.status === 404) ||
  (error instanceof CommandError && error.code === 'not_found')

/** A player may have memories without ever having talked. */
async function withoutConversation(client: Client, named: Named, pair: CharacterPlayer): Promise<Error> {
  return new CommandError({
    code: 'no_conversation',
    message: `There is no conversation with ${printableLine(named.player)}`,
    hint: leftText(await memoriesStored(client, pair), named),
    exitCode: EXIT.failed,
  })
}

/** How many there are; null: this key, or this service, does not tell. */
const memoriesStored = (client: Client, pair: CharacterPlayer): Promise<number | null> =>
  countMemories(client, pair).catch((error: unknown) => {
    if (error instanceof ServiceError) return null
    throw error
  })

/** What is stored of the player without the conversation, and what removes it. */
function leftText(count: number | null, { character, player }: Named): string {
  const name = printableLine(player)
  if (count === 0) return `No memories of ${name} are left.`
  const words = [character, player].map((word) => printableLine(word)).map(quotedWord)
  const command = `\`parley memories clear ${words.join(' ')}\``
  if (count === null) {
    return `Whether memories of ${name} are left is not told to this API key; ${command} removes them.`
  }
  const [memories, are, them] = count === 1 ? ['1 memory', 'is', 'it'] : [`${count} memories`, 'are', 'them']
  return `${memories} of ${name} ${are} left; ${command} removes ${them}.`
}

const quotedWord = (word: string): string =>
  /^[\w@.:+-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
