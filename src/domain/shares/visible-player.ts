import type { SessionTokenRecord } from './record.js'

/** Under this name guests know the player whose memory they share. */
const SHARED_PLAYER_ID = 'owner'

/** Whether a session goes on in a conversation of the share's owner. */
export const isSharedWithOwner = ({ speaker }: Pick<SessionTokenRecord, 'speaker'>): boolean =>
  speaker !== null

/** As which player a guest is told to talk: strangers learn neither an owner's account nor how an app names its players. */
export const visiblePlayerId = (token: Pick<SessionTokenRecord, 'speaker' | 'playerId'>): string =>
  isSharedWithOwner(token) ? SHARED_PLAYER_ID : token.playerId
