import { Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { uploadFlags } from '../../src/cli/input/upload.js'
import { createTemporaryPagePath, findModel, renderModelPage } from '../../src/cli/models/model-file.js'
import { refuseOverwriting, writeOutputFile } from '../../src/cli/output/output-file.js'

export default class ModelView extends ParleyCommand {
  static override summary = 'Look at the 3D model of a character in the browser, with its clips.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira --no-input',
    '<%= config.bin %> <%= command.id %> Mira --html mira.html --force',
  ]
  static override args = { character: characterArg }
  static override flags = {
    ...uploadFlags,
    preview: Flags.boolean({ summary: 'The low-poly preview instead.' }),
    html: Flags.string({ summary: 'Write the page to this file, and open nothing.', helpValue: 'FILE' }),
    force: Flags.boolean({ summary: 'Overwrite a file that is there.', dependsOn: ['html'] }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ModelView)
    if (flags.html !== undefined) refuseOverwriting(flags.html, flags, '--html')
    const { client, target } = await this.resolveService(flags)
    const found = await findModel({ client, baseUrl: target.baseUrl }, args.character, flags)
    const page = await renderModelPage(found, AbortSignal.timeout(flags.timeout * 1000))
    const file = flags.html ?? (await createTemporaryPagePath())
    await writeOutputFile(file, page)
    const { terminal, result, note } = this.output(flags)
    result({ characterId: found.character.id, file }, () => `Wrote ${file}`)
    if (flags.html !== undefined || !terminal.isInteractive) return
    const { default: open } = await import('open')
    await open(file)
    note('Opened in the browser.')
  }
}
