import { Args } from '@oclif/core'
import type { Share } from '../../contract/shares.js'
import { readableTime } from '../output/readable-time.js'
import type { Column } from '../output/table.js'

export const SHARE_COLUMNS: readonly Column<Share>[] = [
  { title: 'ID', value: ({ id }) => id },
  { title: 'MEMORY', value: ({ memorySharing }) => memorySharing },
  { title: 'OPENED', value: ({ openCount, maxExchanges }) => outOf(openCount, maxExchanges) },
  { title: 'UNTIL', value: ({ expiresAt }) => (expiresAt === null ? 'permanent' : readableTime(expiresAt)) },
]

const outOf = (count: number, limit: number | null): string =>
  limit === null ? String(count) : `${count} of ${limit}`

/** Summarizes what a revocation ended. */
export const revocationSummary = ({ killedSessions, removedSessionBlobs }: RevocationCounts): string =>
  `${counted(killedSessions, 'live session')} closed, ${counted(removedSessionBlobs, 'session token')} deleted`

type RevocationCounts = { readonly killedSessions: number; readonly removedSessionBlobs: number }

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

export const shareArg = Args.string({ required: true, description: 'Id of the share, or its link.' })

/** Extracts the id from a share link; any other text is taken for an id. */
export function shareIdOf(idOrLink: string): string {
  const [, id] = /^https?:\/\/.*\/sa?\/([^/?#]+)/s.exec(idOrLink) ?? []
  return id ?? idOrLink
}
