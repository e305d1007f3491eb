import { MEMORY_TYPES } from '../../contract/memories.js'
import type { MemoryStats } from '../../contract/memory-views.js'
import { readableTime } from '../output/readable-time.js'
import { renderFields } from '../output/table.js'
import type { Terminal } from '../output/terminal.js'

/** Types that nothing is remembered of are left out, as the service does. */
export const renderMemoryStats = (terminal: Terminal, stats: MemoryStats): string =>
  renderFields(terminal, [
    ['active', `${stats.totalActive}: ${stats.byLayer.ltm} long-term, ${stats.byLayer.stm} short-term`],
    ...MEMORY_TYPES.map((type): [string, string | null] => {
      const count = stats.byType[type]
      return [`  ${type}`, count ? String(count) : null]
    }),
    ['superseded', String(stats.totalSuperseded)],
    ['decayed', String(stats.totalDecayed)],
    ['core facts', String(stats.coreFacts)],
    ['7 days', `${stats.recentPromotions7d} promoted, ${stats.recentDemotions7d} demoted`],
    ['last change of layer', readableTime(stats.lastLayerTransferAt) || null],
  ])
