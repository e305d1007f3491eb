import { mkdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type InputFileError, parseInputJson, readGeneratedFile } from '../../runtime/config/input-file.js'
import { writePrivateFile } from '../../runtime/local-state/private-file.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { NO_PROFILES, type Profile, type Profiles } from './profile.js'

export const profilesFileName = (configDir: string): string => join(configDir, 'profiles.json')

/** Reads the profiles of this user, with their keys. Throws a CommandError if the file is damaged. */
export async function readProfiles(configDir: string): Promise<Profiles> {
  const name = profilesFileName(configDir)
  const text = await readGeneratedFile(name).catch((error: InputFileError) => {
    if (['ENOENT', 'ENOTDIR'].includes((error.cause as NodeJS.ErrnoException | undefined)?.code ?? ''))
      return null
    throw unreadable(name, error.message)
  })
  return text === null ? NO_PROFILES : parse(name, text)
}

/** Writes the profiles to a file that only this user can read (mode 0600, in a folder of mode 0700). */
export async function writeProfiles(configDir: string, profiles: Profiles): Promise<void> {
  await mkdir(configDir, { recursive: true, mode: 0o700 })
  await writePrivateFile(profilesFileName(configDir), profiles)
}

const GROUP_AND_OTHERS = 0o077

/** Whether other users of this machine can access the file. */
export async function isOpenToOthers(configDir: string): Promise<boolean> {
  const { mode } = await stat(profilesFileName(configDir)).catch(() => ({ mode: 0 }))
  return process.platform !== 'win32' && (mode & GROUP_AND_OTHERS) !== 0
}

function parse(name: string, text: string): Profiles {
  const value = parseJson(text)
  if (!isProfiles(value)) throw unreadable(name, 'it is damaged')
  return value
}

function parseJson(text: string): unknown {
  try {
    return parseInputJson(text)
  } catch {
    return undefined
  }
}

function isProfiles(value: unknown): value is Profiles {
  if (typeof value !== 'object' || value === null || !('profiles' in value) || !('current' in value))
    return false
  const { current, profiles } = value
  return (
    (current === null || typeof current === 'string') && Array.isArray(profiles) && profiles.every(isProfile)
  )
}

function isProfile(value: unknown): value is Profile {
  if (typeof value !== 'object' || value === null) return false
  const { name, baseUrl, apiKey, orgId }: Partial<Record<keyof Profile, unknown>> = value
  const isTextOrNull = (field: unknown) => field === null || typeof field === 'string'
  return (
    typeof name === 'string' &&
    typeof baseUrl === 'string' &&
    URL.canParse(baseUrl) &&
    isTextOrNull(apiKey) &&
    isTextOrNull(orgId)
  )
}

const unreadable = (name: string, why: string): CommandError =>
  new CommandError({
    code: 'profiles_unreadable',
    message: `The profiles in ${name} cannot be read: ${why}`,
    hint: 'Repair or delete the file, then run `parley login` again.',
    exitCode: EXIT.failed,
  })
