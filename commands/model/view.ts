import { Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { defaultPlayerId } from '../../src/cli/chat/chat-participants.js'
import { usageError } from '../../src/cli/errors/command-error.js'
import { uploadFlags } from '../../src/cli/input/upload.js'
import {
  createTemporaryPagePath,
  findModel,
  readModelDetails,
  renderModelPage,
} from '../../src/cli/models/model-file.js'
import { recordSpokenReply } from '../../src/cli/models/spoken-reply.js'
import { refuseOverwriting, writeOutputFile } from '../../src/cli/output/output-file.js'
import { playerIdFlags } from '../../src/cli/voice/voice-flags.js'
import { requireVoicedCharacter } from '../../src/cli/voice/voice-session.js'

export default class ModelView extends ParleyCommand {
  static override summary = 'Show the 3D model of a character with its animation clips in the browser.'
  static override description =
    `With --say or --ask the character also speaks on the page: its face moves with its voice, and
actions that name a clip play it. What is said becomes part of the conversation with the player.`
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira --no-input',
    '<%= config.bin %> <%= command.id %> Mira --html mira.html --force',
    "<%= config.bin %> <%= command.id %> Mira --say 'Welcome aboard!' --html mira.html --force",
  ]
  static override args = { character: characterArg }
  static override flags = {
    ...uploadFlags,
    ...playerIdFlags,
    preview: Flags.boolean({ summary: 'Use the low-poly preview.' }),
    say: Flags.string({
      summary: 'A line that the character says on the page, word for word.',
      helpValue: 'LINE',
      exclusive: ['ask'],
    }),
    ask: Flags.string({
      summary: 'A text that the character answers on the page, by its voice.',
      helpValue: 'TEXT',
    }),
    html: Flags.string({
      summary: 'Write the page to this file, without opening a browser.',
      helpValue: 'FILE',
    }),
    force: Flags.boolean({ summary: 'Overwrite an existing file.', dependsOn: ['html'] }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ModelView)
    if (flags.html !== undefined) refuseOverwriting(flags.html, flags, '--html')
    const speech = speechOf(flags)
    // With the player as a header, the service would hide characters that belong to the account.
    const { client, target } = await this.resolveService({ ...flags, 'player-id': undefined })
    const service = { client, baseUrl: target.baseUrl }
    const found = await findModel(service, args.character, flags)
    const characterId = found.character.id
    if (speech !== undefined) await requireVoicedCharacter(client, characterId)
    const playerId = flags['player-id'] ?? defaultPlayerId()
    const idleTimeoutMs = flags.timeout * 1000
    const signal = () => AbortSignal.timeout(idleTimeoutMs)
    const details = await readModelDetails(service, found.character, signal())
    const spoken =
      speech === undefined
        ? null
        : await recordSpokenReply(client, { characterId, playerId, idleTimeoutMs, speech })
    const content = { ...found, ...details, spoken, writtenAt: new Date().toISOString() }
    const page = await renderModelPage(content, signal())
    const file = flags.html ?? (await createTemporaryPagePath())
    await writeOutputFile(file, page)
    const { terminal, result, note } = this.output(flags)
    result({ characterId, file }, () => `Wrote ${file}`)
    if (flags.html !== undefined || !terminal.isInteractive) return
    const { default: open } = await import('open')
    await open(file)
    note('Opened in the browser.')
  }
}

function speechOf({ say, ask }: { say?: string | undefined; ask?: string | undefined }) {
  if (say?.trim() === '' || ask?.trim() === '') throw usageError('There is nothing to say')
  if (say !== undefined) return { say }
  return ask === undefined ? undefined : { ask }
}
