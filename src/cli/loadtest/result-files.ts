import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { Flags } from '@oclif/core'
import type { Sample } from '../../loadtest/results/metrics.js'
import type { LoadTestResult } from '../../loadtest/results/result.js'
import { usageError } from '../errors/command-error.js'
import { type JunitCase, renderJunit } from '../output/junit.js'
import { renderHtmlPage, writeOutputFile } from '../output/output-file.js'
import { findBaseFiles } from './base-report.js'
import type { BaselineResult } from './baseline-result.js'
import type { RepeatCommand } from './repeat-command.js'

const file = (summary: string) => Flags.string({ summary, helpValue: 'FILE', helpGroup: 'RESULTS' })

export const resultFileFlags = {
  out: file('Write the result as JSON, loadtest/1.'),
  junit: file('Write the thresholds as JUnit test cases.'),
  html: file('Write one page with charts for a browser.'),
}
export const samplesFlag = file('Write every sample as a line of NDJSON.')
export const compareFlag = file('Compare with the result of an earlier run of the same scenario.')

type ResultFiles = { readonly [name in 'out' | 'junit' | 'html' | 'compare']?: string | undefined }
/** What the page has besides the result: the run that it draws beside this one, and how to play this one again. */
type Beside = { readonly base?: BaselineResult | null; readonly repeat?: RepeatCommand }

/** Writes the result of a run to each file that a flag names. */
export async function writeResultFiles(
  { out, junit, html, compare }: ResultFiles,
  result: LoadTestResult,
  { base = null, repeat }: Beside = {},
): Promise<void> {
  if (out !== undefined) await writeOutputFile(out, `${JSON.stringify(result, null, 2)}\n`)
  if (junit !== undefined) await writeOutputFile(junit, renderLoadTestJunit(result))
  if (html === undefined) return
  const files =
    base === null || compare === undefined ? {} : { baseFile: await findBaseFiles(base, { compare, html }) }
  const data = { ...result, ...drawnBase(base), ...files, ...(repeat !== undefined && { repeat }) }
  await writeOutputFile(html, await renderHtmlPage('load-test', data))
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
