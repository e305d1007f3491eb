import { Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { uploadFlags } from '../../src/cli/input/upload.js'
import { createTemporaryPagePath, findModel, renderModelPage } from '../../src/cli/models/model-file.js'
import { refuseOverwriting, writeOutputFile } from '../../src/cli/output/output-file.js'

export default class ModelView extends ParleyCommand {
  static override summary = 'Show the 3D model of a character with its animation clips in the browser.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira --no-input',
    '<%= config.bin %> <%= command.id %> Mira --html mira.html --force',
  ]
  static override args = { character: characterArg }
  static override flags = {
    ...uploadFlags,
    preview: Flags.boolean({ summary: 'Use the low-poly preview.' }),
    html: Flags.string({
      summary: 'Write the page to this file, without opening a browser.',
      helpValue: 'FILE',
    }),
    force: Flags.boolean({ summary: 'Overwrite an existing file.', dependsOn: ['html'] }),
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
