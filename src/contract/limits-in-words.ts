import { CONTRACT_LIMITS } from './limits.js'

/**
 * The limits of requests in words, each after “at most”, for the answers 429 of the OpenAPI document. Apart from the
 * operations, so that pages that send requests need not load them.
 */
export const LIMITS_IN_WORDS = {
  memoryWrites: `${grouped(CONTRACT_LIMITS.manualMemoryWritesPerDay)} memories created or changed by hand in a day (UTC), for each account`,
  submits: `${CONTRACT_LIMITS.batchSubmitsPerHour} batches and single documents in an hour, for each account`,
  batches: `${CONTRACT_LIMITS.batchSubmitsPerHour} batches and single documents in an hour, ${CONTRACT_LIMITS.batchCharactersPerDay} characters by batches in a day (UTC) and ${CONTRACT_LIMITS.runningBatches} batch at once, for each account`,
  generations: `${CONTRACT_LIMITS.generationsPerHour} requests for 3D models and characters from pictures in an hour, for each account`,
  shareOpenings: `${CONTRACT_LIMITS.shareOpensPerMinute} openings of one share link in a minute, ${CONTRACT_LIMITS.shareOpensPerHour} in an hour and ${CONTRACT_LIMITS.shareOpensPerDay} in a day`,
  shares: `${CONTRACT_LIMITS.permanentShares} permanent shares that are not revoked, for each account`,
  encounters: `${CONTRACT_LIMITS.runningEncounters} encounters at once, for each account`,
  messages: `${CONTRACT_LIMITS.messagesPerMinute} messages in a minute, for each session of the socket`,
} as const
export type LimitName = keyof typeof LIMITS_IN_WORDS

function grouped(count: number): string {
  return count.toLocaleString('en')
}
