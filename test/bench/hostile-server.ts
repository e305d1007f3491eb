import { createServer } from '../../src/runtime/create-server.js'
import { findPackage } from '../../src/runtime/process/package-root.js'
import { populatedSettings } from '../support/servers/populated-server.js'

// Forked by hostile.bench.ts: a whole server that answers every message with what it has used so far.

export type Used = {
  readonly processorMs: number
  readonly residentBytes: number
  readonly peakBytes: number
}

const { ready } = await createServer(
  populatedSettings(new URL('test/support/servers/populated.yaml', (await findPackage()).root)),
)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.({
    processorMs: (user + system) / 1000,
    residentBytes: process.memoryUsage.rss(),
    peakBytes: process.resourceUsage().maxRSS * 1024,
  } satisfies Used)
})
process.once('disconnect', () => process.exit())
process.send?.(ready)
