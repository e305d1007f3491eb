import { pipeline } from 'node:stream/promises'
import { Flags } from '@oclif/core'
import { ParleyCommand } from '../../src/cli/base-command.js'
import { characterArg } from '../../src/cli/characters/character-flags.js'
import { uploadFlags } from '../../src/cli/input/upload.js'
import { findModel } from '../../src/cli/models/model-file.js'
import { fetchLink, safeFileName, saveAtomically } from '../../src/cli/output/download-file.js'
import { refuseOverwriting, requireFreeStandardOutput } from '../../src/cli/output/output-file.js'

export default class ModelDownload extends ParleyCommand {
  static override summary = 'Download the 3D model of a character as binary glTF.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> Mira',
    '<%= config.bin %> <%= command.id %> Mira --preview --out mira-small.glb',
  ]
  static override args = { character: characterArg }
  static override flags = {
    ...uploadFlags,
    preview: Flags.boolean({ summary: 'Use the low-poly preview.' }),
    out: Flags.string({
      char: 'o',
      summary: 'File to write. Default: the name of the character, in this folder. - is standard output.',
      helpValue: 'FILE',
    }),
    force: Flags.boolean({ summary: 'Overwrite an existing file.' }),
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(ModelDownload)
    const { preview } = flags
    if (flags.out === '-') requireFreeStandardOutput(flags)
    if (flags.out !== undefined) refuseOverwriting(flags.out, flags, '--out')
    const { client, target } = await this.resolveService(flags)
    const { character, url } = await findModel({ client, baseUrl: target.baseUrl }, args.character, {
      preview,
    })
    const name = `${character.name}${preview ? '-preview' : ''}.glb`
    const file = flags.out ?? safeFileName(name, `${character.id}.glb`)
    refuseOverwriting(file, flags, '--out')
    const bytes = await fetchLink({ url, what: 'model' }, AbortSignal.timeout(flags.timeout * 1000))
    if (file === '-') return pipeline(bytes, process.stdout, { end: false })
    await saveAtomically(file, bytes)
    this.output(flags).result({ characterId: character.id, file, url }, () => `Saved ${file}`)
  }
}
