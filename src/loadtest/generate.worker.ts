import { type GeneratorJob, type GeneratorReport, generateLoad } from './generate.js'

/** Entry of a generator process, which receives its job as the first message. */
// Exit when the parent process disconnects.
process.once('disconnect', () => process.exit())
process.once('message', async (job: GeneratorJob) => {
  const send = (report: GeneratorReport) =>
    new Promise<void>((resolve) => process.send?.(report, () => resolve()))
  await generateLoad(job, send)
  process.exit()
})
