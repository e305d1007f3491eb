import { randomUUID } from 'node:crypto'
import { Args, Flags } from '@oclif/core'
import { BatchCommand, waitAndReportFlags } from '../../src/cli/batch/batch-command.js'
import { BATCH_FORMATS, readBatchFile } from '../../src/cli/batch/input-file/batch-file.js'
import { contentIdempotencyKey, type PreparedBatch, prepareBatch } from '../../src/cli/batch/prepare-batch.js'
import { listReplayableBatchIds, replayNote } from '../../src/cli/batch/replay.js'
import { checkReports, suiteName } from '../../src/cli/batch/report.js'
import { submitPreparedBatch, validatePreparedBatch } from '../../src/cli/batch/submit-batch.js'
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
    'The file is a list of requests, or { requests: [ … ] }, in JSON or YAML, or CSV with one request per row. CSV ' +
    'columns are fields of a request: customId, persona.name, llm.temperature, documents (separated by ;).\n' +
    'Documents may also be paths or glob patterns of PDF files, relative to the file. They are uploaded, which only ' +
    'a local server supports.\n' +
    'The same file submitted again within 24 hours returns the same batch, with a note; --new creates another.'
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
      summary: 'Format of the file. Default: by its extension; YAML or JSON for standard input.',
    }),
    'idempotency-key': Flags.string({
      summary: 'The same key returns the same batch for 24 hours.',
      description: 'Default: derived from the content of the file and of the PDF files. Empty: no key.',
      helpValue: 'KEY',
    }),
    new: Flags.boolean({
      summary: 'Create another batch from the same file, with a new key.',
      exclusive: ['idempotency-key'],
    }),
    strict: strictFlag,
    'dry-run': Flags.boolean({
      summary: 'Validate the batch like the service and forecast the quotas, without sending anything.',
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
    const newKey = flags.new ? `parley-${randomUUID()}` : undefined
    const key = newKey ?? flags['idempotency-key'] ?? contentIdempotencyKey(prepared, flags)
    if (flags['dry-run']) return this.#dryRun(client, output, { prepared, key, strict: flags.strict })
    if (key !== '') output.note(`Idempotency key: ${key}`)
    const known = key === '' || flags.new ? new Set<string>() : await listReplayableBatchIds(client)
    const batch = await submitPreparedBatch(client, prepared, key)
    const replayed = known?.has(batch.id) ?? null
    if (replayed) output.note(replayNote(batch, key))
    if (replayed === null) output.note('The service does not report whether this is an earlier batch.')
    await this.printOrWait({ client, output, suite: suiteName(args.file), replayed }, batch, flags)
  }

  async #dryRun(client: Client, output: Output, { prepared, ...options }: Submission): Promise<void> {
    const { renderDryRun, dryRunBatch } = await import('../../src/cli/batch/dry-run.js')
    if (prepared.files.size > 0) requireLocalServer(client)
    const report = await dryRunBatch(client, prepared, options)
    output.result(report, () => renderDryRun(prepared, report))
    if (!report.valid) process.exitCode = EXIT.failed
  }
}
