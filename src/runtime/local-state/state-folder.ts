import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

type Machine = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
}

/**
 * Where what this user runs is noted. XDG_STATE_HOME counts on every system, unless it is relative: the specification
 * has such a path ignored, and it would be found in the folder of whoever wrote what is checked out there.
 */
export function stateFolder(
  { env, platform, home }: Machine = { env: process.env, platform: process.platform, home: homedir() },
): string {
  const { XDG_STATE_HOME: state = '', LOCALAPPDATA: local = '' } = env
  if (isAbsolute(state)) return join(state, 'parley')
  if (platform !== 'win32') return join(home, '.local', 'state', 'parley')
  return join(isAbsolute(local) ? local : join(home, 'AppData', 'Local'), 'parley', 'state')
}
