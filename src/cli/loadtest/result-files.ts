import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { Flags } from '@oclif/core'
import type { Sample } from '../../loadtest/results/metrics.js'
import type { LoadTestResult } from '../../loadtest/results/result.js'
import { usageError } from '../errors/command-error.js'
import { type JunitCase, renderJunit } from '../output/junit.js'
import { renderHtmlPage, writeOutputFile } from '../output/output-file.js'
import type { BaselineResult } from './baseline-result.js'

const file = (summary: string) => Flags.string({ summary, helpValue: 'FILE', helpGroup: 'RESULTS' })

export const resultFileFlags = {
  out: file('Write the result as JSON, loadtest/1.'),
  junit: file('Write the thresholds as JUnit test cases.'),
  html: file('Write one page with charts for a browser.'),
}
export const samplesFlag = file('Write every sample as a line of NDJSON.')
export const compareFlag = file('Compare with the result of an earlier run of the same scenario.')

type ResultFiles = { readonly [name in 'out' | 'junit' | 'html']?: string | undefined }

/** Writes the result of a run to each file that a flag names; the page also draws the run that it is compared with. */
export async function writeResultFiles(
  { out, junit, html }: ResultFiles,
  result: LoadTestResult,
  base: BaselineResult | null = null,
): Promise<void> {
  if (out !== undefined) await writeOutputFile(out, `${JSON.stringify(result, null, 2)}\n`)
  if (junit !== undefined) await writeOutputFile(junit, renderLoadTestJunit(result))
  if (html === undefined) return
  await writeOutputFile(html, await renderHtmlPage('load-test', { ...result, ...drawnBase(base) }))
}

/** What the page draws of it, and judges by the limits of this run. */
function drawnBase(base: BaselineResult | null): object {
  if (base === null) return {}
  const { metrics, timeline = [], server = null, thresholds = [], generator } = base
  return { baseRun: { metrics, timeline, server, thresholds, ...(generator !== undefined && { generator }) } }
}

/** A run as JUnit XML: one test case per threshold, and one for the validity of the run. */
function renderLoadTestJunit({
  scenario,
  startedAt,
  durationMs,
  isValid,
  generator,
  thresholds,
  failures,
}: LoadTestResult): string {
  const late = `the generator was ${generator.eventLoopP99Ms.toFixed(1)} ms late (p99)`
  return renderJunit({
    name: scenario,
    seconds: durationMs / 1000,
    startedAt,
    cases: [
      testCase('the run is valid', isValid ? null : late),
      ...failures
        .filter(({ error }) => error === 'model_failed')
        .map(({ count, message }) => testCase('providers answer', `${count} turns failed: ${message}`)),
      ...thresholds.map(({ threshold, value, isMet }) =>
        testCase(threshold, isMet ? null : `it is ${value ?? 'not measured'}`),
      ),
    ],
  })
}

const testCase = (name: string, failure: string | null): JunitCase => ({
  name,
  outcome: failure === null ? null : { kind: 'failure', type: 'threshold', lines: [failure] },
})

type SamplesFile = { add(sample: Sample): void; close(): Promise<void> }

/** Writes every sample of a run as a line of NDJSON; without a path, it writes nothing. */
export function openSamplesFile(path: string | undefined): SamplesFile {
  if (path === undefined) return { add: () => undefined, close: async () => undefined }
  const stream = createWriteStream(path)
  const written = finished(stream).catch((error: Error) => {
    throw usageError(`Cannot write ${path}: ${error.message}`)
  })
  // `close` reports the error; until then the rejection must not count as unhandled.
  written.catch(() => undefined)
  return {
    add: (sample) => void stream.write(`${JSON.stringify(sample)}\n`),
    close: () => {
      stream.end()
      return written
    },
  }
}
