import type { Script } from './process-reports.js'
import type { FileCoverage } from './totals.js'

export function convertScripts(scripts: readonly Script[]): Promise<Readonly<Record<string, FileCoverage>>>
