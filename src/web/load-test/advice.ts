import { limitInBase, limitsOfBase, slipsOf, wouldPassAsBase } from './base-limits.js'
import { worseThanBase } from './comparison.js'
import { courseOf } from './course.js'
import { heldUpBy } from './moments.js'
import type { LoadTestPageData } from './page-data.js'
import { timeWentInto } from './slowest-replies.js'
import { isLimitOfTimes, msText, parseLimit } from './words.js'

export type Advice = {
  /** Sentences; what stands between backticks is code. */
  readonly text: string
  /** What plays the run again, as a shell takes it; absent where nobody said how it was played. */
  readonly command?: string
  /** What else may be right. */
  readonly otherwise?: string
}

/** What follows for a release from what was measured, and what to do; no text where there is nothing to judge by. */
export function adviceOf(data: LoadTestPageData): Advice {
  const { isValid, thresholds } = data
  if (!isValid || thresholds.length === 0) return { text: '' }
  if (slipsOf(data).length > 0) return slipAdvice(data)
  if (thresholds.some(({ isMet }) => !isMet)) return missedAdvice(data)
  if (courseOf(data) === 'rising')
    return {
      text: 'It passed, but it got slower until the end: let it run for longer before you release it.',
    }
  if ((worseThanBase(data) ?? 0) > 0)
    return { text: 'It passed, but not as well as the base: look at what is worse before you release it.' }
  return { text: 'Nothing that was measured speaks against a release.' }
}

/** Which limit to correct, where, and the command with the one of the base in its place. */
function slipAdvice(data: LoadTestPageData): Advice {
  const { repeat, thresholds } = data
  const slips = slipsOf(data)
  const file = repeat === undefined ? '' : ` \`${repeat.scenario}\``
  const where = (word: string) => (file === '' ? '' : ` ${word}${file}`)
  const changes = new Map<string, string>()
  const steps = slips.flatMap((slip): string[] => {
    const other = limitInBase(data, slip)
    const isGiven = repeat?.words.includes(slip) === true
    if (other === undefined) return [`correct \`${slip}\`${isGiven ? ' in the command' : where('in')}`]
    // It has that of the base besides.
    const isThere = thresholds.some(({ threshold }) => threshold === other)
    if (isGiven) {
      changes.set(slip, isThere ? '' : other)
      return []
    }
    return isThere
      ? [`take \`${slip}\` out${file === '' ? '' : ` of${file}`}`]
      : [`put \`${other}\`, as in the base, in place of \`${slip}\`${where('in')}`]
  })
  const run = changes.size === 0 ? 'run it again' : 'run it with the limit of the base'
  const sentence = [...steps, run].join(', and ')
  const isWorse = (worseThanBase(data) ?? 0) > 0
  const worse = isWorse ? ' Look at what is worse than in the base before you release it, too.' : ''
  const limits = slips.map((slip) => msText(parseLimit(slip)?.limit ?? 0)).join(' and ')
  return {
    text: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}${repeat === undefined ? '.' : ':'}`,
    ...commandOf(data, changes),
    otherwise: `If ${limits} ${slips.length === 1 ? 'is' : 'are'} really meant, do not release this version: ${mendingOf(data)}.${worse}`,
  }
}

/** What to do about a run that has missed its limits. */
function missedAdvice(data: LoadTestPageData): Advice {
  const worse = worseThanBase(data) ?? 0
  const mending = mendingOf(data)
  if (worse === 0 && wouldPassAsBase(data)) {
    const limits = limitsOfBase(data)
    const those = limits.length === 1 ? 'the limit of the base' : 'the limits of the base'
    const which = limits.length === 0 ? '.' : `: ${limits.map((limit) => `\`${limit}\``).join(', ')}`
    return {
      text: `If these limits are meant, do not release this version: ${mending}. If not, run it again with ${limits.length === 0 ? 'those of the base alone' : those}${which}`,
    }
  }
  const doubt = worse > 0 ? ' If you doubt it, repeat both runs on a machine that does nothing else.' : ''
  return { text: `Do not release this version: ${mending}, and run it again.${doubt}`, ...commandOf(data) }
}

/** Where to begin. */
function mendingOf(data: LoadTestPageData): string {
  const missed = data.thresholds.filter(({ isMet }) => !isMet)
  if (!missed.some(({ threshold }) => isLimitOfTimes(threshold))) return 'mend what failed'
  const fastest = fastestText(data)
  const by = heldUpBy(data)
  if (by === undefined) return `find out on the server what took so long${fastest}`
  if (by === 'server') return `find out what held the server up${fastest}`
  if (timeWentInto(data) !== 'waiting') return `make the replies themselves faster${fastest}`
  const before = 'make whole replies faster, because players waited for the one before'
  return fastest === '' ? before : `${before}, and the answers themselves, too${fastest}`
}

/** Of a limit that not even the fastest has met: then no shorter wait would meet it. Empty where there is none. */
function fastestText({ thresholds, metrics }: LoadTestPageData): string {
  for (const { threshold, isMet } of thresholds) {
    const { metric = '', limit = 0 } = parseLimit(threshold) ?? {}
    const row = metrics.find((one) => one.metric === metric)
    if (!isMet && isLimitOfTimes(threshold) && row !== undefined && row.count > 0 && row.min > limit)
      return ` (even the fastest of all ${row.count} took ${msText(row.min)})`
  }
  return ''
}

/** The command that played the run, with other limits in place of some; an empty one goes with its option. */
function commandOf(
  { repeat }: LoadTestPageData,
  changes: ReadonlyMap<string, string> = new Map(),
): Pick<Advice, 'command'> {
  if (repeat === undefined) return {}
  const { words } = repeat
  const isLeftOut = (word: string | undefined) => word !== undefined && changes.get(word) === ''
  const kept = words.filter(
    (word, at) => !isLeftOut(word) && !(word === '--threshold' && isLeftOut(words[at + 1])),
  )
  return { command: kept.map((word) => quoted(changes.get(word) ?? word)).join(' ') }
}

/** As POSIX shells take it. */
const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`
