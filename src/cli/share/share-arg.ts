import { Args } from '@oclif/core'

export const shareArg = Args.string({ required: true, description: 'Id of the share, or its link.' })

/** The id that a link ends on; what is no link is the id itself. */
export function shareIdOf(words: string): string {
  const [, id] = /^https?:\/\/.*\/sa?\/([^/?#]+)/s.exec(words) ?? []
  return id ?? words
}
