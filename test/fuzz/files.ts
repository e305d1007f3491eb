import { join } from 'node:path'
import { MESSAGE_MAX } from '../../src/contract/bounded-error.js'
import { mutateBytes } from './byte-mutations.js'
import type { Format } from './formats/format.js'
import { openMedia } from './formats/media.js'
import { openProviders } from './formats/providers.js'
import { openRecords } from './formats/records.js'
import { openSettings } from './formats/settings.js'
import type { OpenTarget } from './target.js'

/** Each says in a sentence why something is refused. Any other error is a bug. */
const REFUSALS = new Set([
  'CommandError',
  'DocumentFailure',
  'DomainError',
  'InputFileError',
  'StartError',
  'StoreError',
  'WavError',
])

/** Each format that comes from outside, read by what reads it in the server or the command line. */
export const openFiles: OpenTarget = async (folder) => {
  const opened = await Promise.all([
    openMedia(join(folder, 'media')),
    openSettings(join(folder, 'settings')),
    openRecords(join(folder, 'records')),
    openProviders(join(folder, 'providers')),
  ])
  const formats = opened.flat()
  return {
    name: 'files',
    // A document is laid out page by page, and a store is opened from its files.
    bound: { cpuMs: 6000, cpuMsPerKib: 60, mib: 400, mibPerKib: 1 },
    generate: (chance) => {
      const format = chance.among(formats)
      const bytes = mutateBytes(format.seeds, chance)
      return { target: 'files', what: format.name, data: bytes.toString('base64') }
    },
    run: async ({ what, data }) => {
      const format = formats.find(({ name }) => name === what)
      return format === undefined
        ? [`no format is called ${what}`]
        : read(format, Buffer.from(String(data), 'base64'))
    },
    finish: async () => {
      for (const { close } of formats) await close?.()
      return []
    },
  }
}

async function read(format: Format, bytes: Buffer): Promise<readonly string[]> {
  try {
    return await format.read(bytes)
  } catch (error) {
    if (!(error instanceof Error) || !REFUSALS.has(error.name)) {
      return [`is refused with ${error instanceof Error ? error.stack : String(error)}`]
    }
    const { message } = error
    return [
      ...(/\n\s{4}at |node_modules/.test(message) ? [`shows a stack: ${message.slice(0, 300)}`] : []),
      ...(message.length > MESSAGE_MAX ? [`is refused in ${message.length} characters`] : []),
      ...(message === '' ? ['is refused without a word'] : []),
    ]
  }
}
