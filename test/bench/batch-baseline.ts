import { parentPort } from 'node:worker_threads'
import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

// A thread of batch.bench.ts: reads the text of each PDF that it is handed with pdfjs-dist, and does nothing else.
parentPort?.on('message', async (bytes: Uint8Array) => {
  parentPort?.postMessage(await charactersOf(bytes))
})

async function charactersOf(data: Uint8Array): Promise<number> {
  const document = await getDocument({ data, verbosity: VerbosityLevel.ERRORS }).promise
  let characters = 0
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    for (const item of (await page.getTextContent()).items) if ('str' in item) characters += item.str.length
    page.cleanup()
  }
  await document.destroy()
  return characters
}
