import type { ModelStatus } from '../../contract/models.js'
import { printableLine } from '../output/printable.js'
import { renderFields } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

/** How a model is, for a person to read; what is not there is left out. */
export function renderModel(terminal: Terminal, status: ModelStatus): string {
  const { modelStatus, progress, rigged, animations } = status
  const clips = animations.map(printableLine).join(', ')
  return renderFields(terminal, [
    ['status', modelStatus === null ? 'none' : printableLine(modelStatus)],
    ['progress', modelStatus === null ? null : `${progress} %`],
    ['model', status.modelUrl],
    ['preview', status.modelPreviewUrl],
    ['picture', status.thumbnailUrl],
    ['rigged', rigged ? 'yes' : null],
    ['clips', clips === '' ? null : clips],
  ])
}
