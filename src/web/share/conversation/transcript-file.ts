import { FLAW_TEXTS, GREETING } from '../page-texts.js'
import type { TranscriptLine } from './transcript.js'

/** The conversation as a text file, from the greeting of the page on, with the day above the first line of each, in the time of this machine. */
export function transcriptText(name: string, lines: readonly TranscriptLine[]): string {
  const paragraphs = lines.flatMap(({ who, text, flaw, at, isAgain }, index) => {
    const [day, time] = momentOf(at)
    const before = momentOf(lines[index - 1]?.at)[0]
    const speaker = `${time === null ? '' : `[${time}] `}${who === 'visitor' ? 'You' : name}`
    const mark = flaw === undefined ? '' : `\n[${FLAW_TEXTS[flaw]}]`
    const words = isAgain ? ' asked again.' : `: ${text.trim()}`
    return [...(day === null || day === before ? [] : [day]), `${speaker}${words}${mark}`]
  })
  return `${[`Conversation with ${name}`, `${name}: ${GREETING}`, ...paragraphs].join('\n\n')}\n`
}

/** The day as 2030-01-02 and the time as 12:34, of this machine; null for a line of an earlier version of this page. */
export function momentOf(
  at: number | undefined,
): readonly [day: string, time: string] | readonly [null, null] {
  if (at === undefined) return [null, null]
  const offsetMs = new Date(at).getTimezoneOffset() * 60_000
  const moment = new Date(at - offsetMs).toISOString()
  return [moment.slice(0, 10), moment.slice(11, 16)]
}

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' })

/** The day in words; empty for a line of an earlier version of this page. */
export const dayOf = (at: number | undefined): string => (at === undefined ? '' : DAY.format(at))

const MAX_NAME = 60

/** A file name that every system takes, whatever the character is called. */
export function transcriptFileName(name: string): string {
  const plain = name
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
  return `${[...plain].slice(0, MAX_NAME).join('') || 'conversation'}.txt`
}
