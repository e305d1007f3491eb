import { type Client, ServiceError, type Session, type SessionSettings } from '../../client/create-client.js'
import type { SessionInfo } from '../../client/session/events.js'
import { getCharacter } from '../../contract/characters.js'
import { CommandError, EXIT } from '../errors/command-error.js'
import { printableLine } from '../output/printable.js'

/** The character's name. Throws a CommandError if the character is text-only, because it will never speak. */
export async function requireVoicedCharacter(client: Client, characterId: string): Promise<string> {
  const character = await client
    .call(getCharacter, { params: { characterId } })
    .catch((error: unknown) => nullIfForbidden(error))
  if (character?.text_only === true) {
    throw new CommandError({
      code: 'text_only',
      message: `${printableLine(character.name)} is text-only`,
      hint: `Give it a voice: parley characters update ${characterId} --no-text-only`,
      exitCode: EXIT.failed,
    })
  }
  return character?.name ?? 'Character'
}

/** A key that may talk to a character may be forbidden to read it. */
function nullIfForbidden(error: unknown): null {
  if (error instanceof ServiceError && error.status === 403) return null
  throw error
}

/** Runs `work` in a session, which is disconnected at the end in any case. */
export async function withSession<T>(
  client: Client,
  settings: SessionSettings,
  work: (session: Session, info: SessionInfo) => Promise<T>,
): Promise<T> {
  const session = client.session({ autoReconnect: false, ...settings })
  try {
    return await work(session, await session.connect())
  } finally {
    session.disconnect()
  }
}
