import { FLAW_TEXTS } from '../page-texts.js'
import type { TranscriptLine } from './transcript.js'

/** The conversation as a text file. */
export function transcriptText(name: string, lines: readonly TranscriptLine[]): string {
  const paragraphs = lines.map(({ who, text, flaw }) => {
    const mark = flaw === undefined ? '' : ` [${FLAW_TEXTS[flaw]}]`
    return `${who === 'visitor' ? 'You' : name}: ${text.trim()}${mark}`
  })
  return `${[`Conversation with ${name}`, ...paragraphs].join('\n\n')}\n`
}

const MAX_NAME = 60

/** A file name that every system takes, whatever the character is called. */
export function transcriptFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${[...plain].slice(0, MAX_NAME).join('') || 'conversation'}.txt`
}
