import { generate, type Job, type Report } from './generate.js'

/** A process that plays its share of the players; it is told what by its first message. */
// Whoever started it is gone.
process.once('disconnect', () => process.exit())
process.once('message', async (job: Job) => {
  const send = (report: Report) => new Promise<void>((resolve) => process.send?.(report, () => resolve()))
  await generate(job, send)
  process.exit()
})
