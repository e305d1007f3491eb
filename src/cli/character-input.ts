import type { CharacterConfig } from '../contract/characters.js'
import { type FieldFlags, mergeConfig, unknownNames } from './character-config.js'
import { readConfigFile } from './character-file.js'
import type { Output } from './output.js'

/** The configuration that the command line describes. What the service would ignore is warned about. */
export async function readCharacterInput(
  { warn }: Pick<Output, 'warn'>,
  flags: FieldFlags & { readonly file?: string | undefined },
): Promise<CharacterConfig> {
  const fromFile = flags.file === undefined ? {} : await readConfigFile(flags.file)
  const ignored = unknownNames(fromFile)
  if (ignored.length > 0) warn(`the service does not know and ignores: ${ignored.join(', ')}`)
  return mergeConfig(fromFile, flags)
}
