import { createRuleExtractor, type RuleExtractor } from '../../../src/adapters/extraction/rule-extractor.js'
import { findBuiltFile } from '../../../src/runtime/process/package-root.js'
import { createTimers } from '../../../src/runtime/process/timers.js'

/** Starting the thread takes a third of a second of processor time, and every session wants it: a process has one. */
const shared = createRuleExtractor({
  worker: await findBuiltFile('adapters/extraction/extract.worker.js'),
  timers: createTimers(),
})

/** For one server: when it is closed, none of its readings goes on, and the thread stays for the next. */
export function sharedRules(): RuleExtractor {
  const pending = new Set<Promise<unknown>>()
  const closing = new AbortController()
  return {
    extractCandidates: (turns, context, signal) => {
      if (closing.signal.aborted) return Promise.reject(new Error('the server stops'))
      const reading = shared.extractCandidates(turns, context, signal)
      pending.add(reading)
      const remove = () => void pending.delete(reading)
      reading.then(remove, remove)
      return reading
    },
    prepare: shared.prepare,
    close: async () => {
      closing.abort()
      await Promise.allSettled(pending)
    },
  }
}
