import type { ModelStatus } from '../../contract/models.js'
import type { Output } from '../output/output.js'
import { printableLine } from '../output/printable.js'
import type { Progress } from '../waiting/poll.js'

const CELLS = 24
const CLEAR_LINE = '\r\u001b[2K'

/** At a terminal, a bar that grows in place; elsewhere a line for each change, and nothing with `--json`. */
export function createModelProgress(output: Output): Progress<ModelStatus> {
  const { isInteractive } = output.terminal
  let last = ''
  return {
    show(status) {
      const line = isInteractive ? renderBar(status) : lineOf(status)
      if (line === last) return
      last = line
      if (isInteractive) process.stderr.write(`${CLEAR_LINE}${line}`)
      else output.note(line)
    },
    end: () => {
      if (isInteractive && last !== '') process.stderr.write(CLEAR_LINE)
    },
  }
}

export function renderBar({ progress = 0, modelStatus }: ModelStatus): string {
  const full = Math.round((CELLS * progress) / 100)
  return `${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${String(progress).padStart(3)} % ${wordOf(modelStatus)}`
}

const lineOf = ({ progress, modelStatus }: ModelStatus): string => `${progress} % ${wordOf(modelStatus)}`

/** Services of tomorrow may have words of their own. */
const wordOf = (status: string | null): string => printableLine((status ?? 'none').replaceAll('_', ' '))
