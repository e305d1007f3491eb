import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readBuiltPage } from '../../runtime/process/package-root.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { fetchLink } from '../output/download-file.js'
import type { FoundModel } from './find-model.js'

const PLACE = '<script type="application/json" id="data">{}</script>'
/** The page holds the model as text; browsers take no more at ease. */
const BYTES_MAX = 64 * 2 ** 20

/** One page that shows the model, with all that it needs in it (src/web/model-view). */
export async function renderModelPage({ character, url }: FoundModel, signal: AbortSignal): Promise<string> {
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of await fetchLink({ url, what: 'model' }, signal)) {
    pieces.push(piece as Buffer) // a stream of bytes
    size += (piece as Buffer).length
    if (size > BYTES_MAX) throw tooLarge()
  }
  const page = await readBuiltPage('model-view')
  const data = { name: character.name, model: Buffer.concat(pieces).toString('base64') }
  // No text may end the element that holds it: in JSON, a < may be written so.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return page.replace(PLACE, () => PLACE.replace('{}', () => json))
}

/** A file of its own among the temporary ones, which the system removes. */
export const createTemporaryPagePath = async (): Promise<string> =>
  join(await mkdtemp(join(tmpdir(), 'parley-model-')), 'model.html')

const tooLarge = () =>
  new CommandError({
    code: 'too_large',
    message: `A model over ${BYTES_MAX / 2 ** 20} MB is not shown on a page`,
    hint: 'Save it with `parley model download`, or look at its --preview.',
    exitCode: EXIT.failed,
  })
