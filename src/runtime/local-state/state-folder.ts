import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

type Machine = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
}

/**
 * Folder of this user's state. XDG_STATE_HOME is respected on every system unless it is relative: its specification
 * ignores relative paths, and such a path could lead into a repository that somebody else wrote.
 */
export function stateFolder(
  { env, platform, home }: Machine = { env: process.env, platform: process.platform, home: homedir() },
): string {
  const { XDG_STATE_HOME: state = '', LOCALAPPDATA: local = '' } = env
  if (isAbsolute(state)) return join(state, 'parley')
  if (platform !== 'win32') return join(home, '.local', 'state', 'parley')
  return join(isAbsolute(local) ? local : join(home, 'AppData', 'Local'), 'parley', 'state')
}
