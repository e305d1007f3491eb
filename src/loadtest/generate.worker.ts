import { type GeneratorJob, type GeneratorReport, generateLoad } from './generate.js'

/** A process that plays its share of the players; it is told what by its first message. */
// Whoever started it is gone.
process.once('disconnect', () => process.exit())
process.once('message', async (job: GeneratorJob) => {
  const send = (report: GeneratorReport) =>
    new Promise<void>((resolve) => process.send?.(report, () => resolve()))
  await generateLoad(job, send)
  process.exit()
})
