import type { Character } from '../../contract/characters.js'
import type { CreatedShare, Share, SharedCharacter } from '../../contract/shares.js'
import { isPermanentShare, type ShareRecord } from './record.js'

/** The share for its owner; `shareUrl` is the base URL of share links, without a trailing slash. */
export function viewShare(record: ShareRecord, shareUrl: string): Share {
  const { id, characterId, createdAt, expiresAt, memorySharing, maxExchanges, maxInteractions } = record
  return {
    id,
    token: id,
    characterId,
    createdAt,
    expiresAt,
    memorySharing,
    maxExchanges,
    maxInteractions,
    openCount: record.open_count,
    lastOpenedAt: record.last_opened_at,
    ...linksOf(record, shareUrl),
  }
}

export const viewCreatedShare = (record: ShareRecord, shareUrl: string): CreatedShare => ({
  token: record.id,
  ...linksOf(record, shareUrl),
  expiresAt: record.expiresAt,
})

const linksOf = (record: ShareRecord, shareUrl: string) => ({
  shareUrl: `${shareUrl}/s/${record.id}`,
  ...(isPermanentShare(record) && { anchorUrl: `${shareUrl}/sa/${record.id}` }),
})

/** The part of a character that is public by its link (docs/rest.md, Shares). */
export const viewSharedCharacter = (character: Character): SharedCharacter => ({
  id: character.id,
  name: character.name,
  tagline: character.tagline,
  personality: character.personality,
  avatar: character.avatar,
  modelUrl: character.model_url,
  modelPreviewUrl: character.model_preview_url,
  modelStatus: character.model_status,
  sourceImageUrl: character.source_image_url,
})
