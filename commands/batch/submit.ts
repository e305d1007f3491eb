import { randomUUID } from 'node:crypto'
import { Args, Flags } from '@oclif/core'
import { BatchCommand, waitAndReportFlags } from '../../src/cli/batch/batch-command.js'
import { BATCH_FORMATS, readBatchFile } from '../../src/cli/batch/input-file/batch-file.js'
import { listReplayableBatchIds, replayNote } from '../../src/cli/batch/replay.js'
import { checkReports, suiteName } from '../../src/cli/batch/report.js'
import {
  contentIdempotencyKey,
  type PreparedBatch,
  prepareBatch,
  submitPreparedBatch,
  validatePreparedBatch,
} from '../../src/cli/batch/submit-batch.js'
import { strictFlag } from '../../src/cli/characters/character-flags.js'
import { requireLocalServer } from '../../src/cli/documents/document-source.js'
import { EXIT } from '../../src/cli/errors/command-error.js'
import { uploadFlags } from '../../src/cli/input/upload.js'
import type { Output } from '../../src/cli/output/output.js'
import type { Client } from '../../src/client/create-client.js'

type Submission = {
  readonly prepared: PreparedBatch
  readonly key: string
  readonly strict: boolean
}

export default class BatchSubmit extends BatchCommand {
  static override summary = 'Create many characters at once from a file, with their documents.'
  static override description =
    'The file is a list of requests, or { requests: [ … ] }, in JSON or YAML, or CSV with one request a row. The ' +
    'columns of CSV are fields of a request: customId, persona.name, llm.temperature, documents (separated by ;).\n' +
    'Documents may also be paths and patterns of PDF files, relative to the file: they are sent to a local server ' +
    'first.\n' +
    'Submitting the same file again within 24 hours returns the same batch, with a note; --new creates another one.'
  static override examples = [
    '<%= config.bin %> <%= command.id %> cast.yaml --wait',
    "echo '[{ customId: ada, persona: { name: Ada } }]' | <%= config.bin %> <%= command.id %> - --json",
  ]
  static override args = {
    file: Args.string({ required: true, description: 'JSON, YAML or CSV; - is standard input.' }),
  }
  static override flags = {
    ...uploadFlags,
    format: Flags.option({ options: BATCH_FORMATS })({
      summary: 'Format of the file. Default: by its extension; standard input is YAML or JSON.',
    }),
    'idempotency-key': Flags.string({
      summary: 'For 24 hours the same key returns the same batch.',
      description:
        'Default: derived from the content of the file and of the PDF files. An empty key means none.',
      helpValue: 'KEY',
    }),
    new: Flags.boolean({
      summary: 'Create another batch from the same file, with a new key.',
      exclusive: ['idempotency-key'],
    }),
    strict: strictFlag,
    'dry-run': Flags.boolean({
      summary: 'Check the batch as the service would, and forecast the quotas; send nothing.',
      exclusive: ['wait', 'report'],
    }),
    ...waitAndReportFlags,
  }

  async run(): Promise<void> {
    const { args, flags } = await this.parse(BatchSubmit)
    const output = this.output(flags)
    await checkReports(flags.report, flags.wait !== undefined)
    const prepared = await prepareBatch(await readBatchFile(args.file, flags.format))
    if (!flags['dry-run']) validatePreparedBatch(output, prepared, flags.strict)
    const { client } = await this.resolveService(flags)
    const fresh = flags.new ? `parley-${randomUUID()}` : undefined
    const key = fresh ?? flags['idempotency-key'] ?? contentIdempotencyKey(prepared, flags)
    if (flags['dry-run']) return this.#try(client, output, { prepared, key, strict: flags.strict })
    if (key !== '') output.note(`Idempotency key: ${key}`)
    const known = key === '' || flags.new ? new Set<string>() : await listReplayableBatchIds(client)
    const batch = await submitPreparedBatch(client, prepared, key)
    const replayed = known?.has(batch.id) ?? null
    if (replayed) output.note(replayNote(batch, key))
    if (replayed === null) output.note('The service does not report whether this is an earlier batch.')
    await this.printOrWait({ client, output, suite: suiteName(args.file), replayed }, batch, flags)
  }

  async #try(client: Client, output: Output, { prepared, ...how }: Submission): Promise<void> {
    const { renderDryRun, dryRunBatch } = await import('../../src/cli/batch/dry-run.js')
    if (prepared.files.size > 0) requireLocalServer(client)
    const tried = await dryRunBatch(client, prepared, how)
    output.result(tried, () => renderDryRun(prepared, tried))
    if (!tried.valid) process.exitCode = EXIT.failed
  }
}
