import { printableColoured, printableLine } from '../output/printable.js'
import { wrapText } from '../output/table.js'
import { displayWidth } from '../output/text-width.js'

/** The last line of a terminal, which changes continuously; other output is written above it. */
export interface VoiceStatusLine {
  /** Shows all of `state`, and as much of the end of `text` as fits. */
  show(state: string, text: string): void
  tell(text: string): void
  clear(): void
}

type Screen = { readonly write: (text: string) => void; readonly width: () => number }

const ERASE = '\r\u001b[K'

export function createVoiceStatusLine({ write, width }: Screen): VoiceStatusLine {
  let shown = ''
  const draw = (line: string) => {
    if (line !== shown) write(`${ERASE}${line}`)
    shown = line
  }
  return {
    // The last column stays free, because some terminals begin a new line there.
    show: (state, text) =>
      draw(`${state}${suffixOfWidth(printableLine(text), width() - 1 - displayWidth(state))}`),
    tell: (text) => {
      const line = shown
      draw('')
      write(`${wrapText(printableColoured(text), width()).join('\n')}\n`)
      shown = ''
      draw(line)
    },
    clear: () => draw(''),
  }
}

function suffixOfWidth(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let end = text
  while (end !== '' && displayWidth(end) > width - 3) end = end.replace(/^./u, '')
  return `...${end}`
}

const QUIET_DB = -50
const LOUD_DB = -10
const STEPS = 10

/** The loudness of samples, for example `[####      ]`. */
export function renderLevelMeter(samples: Float32Array): string {
  const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length)
  const share = (10 * Math.log10(power + 1e-12) - QUIET_DB) / (LOUD_DB - QUIET_DB)
  const steps = Math.max(0, Math.min(STEPS, Math.round(STEPS * share)))
  return `[${'#'.repeat(steps)}${' '.repeat(STEPS - steps)}]`
}
