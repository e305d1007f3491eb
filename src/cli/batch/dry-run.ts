import { type Client, ServiceError, UnreachableError } from '../../client/create-client.js'
import { BATCH_BODY_BYTES } from '../../contract/batches.js'
import { getDocument } from '../../contract/documents.js'
import { IDEMPOTENCY_KEY_MAX } from '../../contract/limits.js'
import { isLoopback } from '../server-address/loopback.js'
import type { BatchProblem } from './input-file/parsed-batch.js'
import { bodyWithFileUrls, type PreparedBatch } from './prepare-batch.js'
import { describeProblem, fieldProblems, ignoredFieldWarnings, limitLines } from './problems.js'
import { forecastQuotas, type QuotaForecast, quotaWarnings } from './quota-forecast.js'

export type DryRun = {
  readonly valid: boolean
  readonly items: number
  /** Different addresses and files. */
  readonly documents: number
  readonly files: readonly string[]
  /** What separates the columns of a CSV file; null where there are none. */
  readonly separator: string | null
  readonly idempotencyKey: string | null
  readonly problems: readonly BatchProblem[]
  /** What may go wrong all the same. */
  readonly warnings: readonly string[]
  /** Null when the service could not be asked. */
  readonly quotas: QuotaForecast | null
}

/** What submitting would come to. The service is only read from; nothing is sent to it. */
export async function dryRunBatch(
  client: Client,
  batch: PreparedBatch,
  { key, strict }: { readonly key: string; readonly strict: boolean },
): Promise<DryRun> {
  const body = bodyWithFileUrls(batch, (path) => `https://files.invalid/${batch.files.get(path)?.sha256}.pdf`)
  const written = [...batch.problems, ...fieldProblems(batch, strict)]
  const found = [...written, ...(await problemsOf(body)), ...keyProblems(key)]
  const isMaybe = ({ msg }: BatchProblem) => msg === 'url_blocked_host' && isLoopback(client.baseUrl)
  const known = await queryService(client, batch)
  const problems = [...found.filter((problem) => !isMaybe(problem)), ...known.problems]
  const documents = distinctDocuments(body)
  return {
    valid: problems.length === 0,
    items: batch.requests.length,
    documents,
    files: [...batch.files.keys()],
    separator: batch.file.separator,
    idempotencyKey: key === '' ? null : key,
    problems,
    warnings: [
      ...(strict ? [] : ignoredFieldWarnings(batch)),
      ...found.filter(isMaybe).map((problem) => `${describeProblem(batch, problem).trim()}${PRIVATE}`),
      ...(known.quotas === null ? [] : quotaWarnings(known.quotas, documents > 0)),
      ...known.warnings,
    ],
    quotas: known.quotas,
  }
}

const PRIVATE = ', unless the server was started with --allow-private-host'

/** The checks are the server's own, and as slow to load: only a dry run does. */
async function problemsOf(body: Record<string, unknown>): Promise<BatchProblem[]> {
  const { validateBatchRequest } = await import('../../runtime/services/validate-batch.js')
  const isTooLarge = Buffer.byteLength(JSON.stringify(body)) > BATCH_BODY_BYTES
  return [...validateBatchRequest(body), ...(isTooLarge ? [{ loc: ['body'], msg: 'more than 10 MB' }] : [])]
}

const keyProblems = (key: string): BatchProblem[] =>
  key.length > IDEMPOTENCY_KEY_MAX
    ? [{ loc: ['header', 'Idempotency-Key'], msg: `more than ${IDEMPOTENCY_KEY_MAX} characters` }]
    : []

const distinctDocuments = ({ requests }: Record<string, unknown>): number =>
  new Set(listOf(requests).flatMap((request) => listOf(fieldOf(request, 'documents')).map(urlOf))).size

const urlOf = (document: unknown): unknown => fieldOf(document, 'url')

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

type Known = Pick<DryRun, 'problems' | 'warnings' | 'quotas'>

async function queryService(client: Client, batch: PreparedBatch): Promise<Known> {
  try {
    const quotas = await forecastQuotas(client, batch.requests.length, Date.now())
    return { problems: await attachmentProblems(client, batch), warnings: [], quotas }
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    const warning = `${error.message}, so that quotas and document_ids are not known`
    return { problems: [], warnings: [warning], quotas: null }
  }
}

/** Each document to attach must be there, and ready (docs/rest.md, Errors). */
async function attachmentProblems(client: Client, { requests }: PreparedBatch): Promise<BatchProblem[]> {
  const problems: BatchProblem[] = []
  for (const [index, { request }] of requests.entries()) {
    for (const [nth, id] of listOf(fieldOf(request, 'document_ids')).entries()) {
      const msg = typeof id === 'string' ? await attachmentProblem(client, id) : null
      if (msg !== null) problems.push({ loc: ['body', 'requests', index, 'document_ids', nth], msg })
    }
  }
  return problems
}

async function attachmentProblem(client: Client, documentId: string): Promise<string | null> {
  try {
    const { status } = await client.call(getDocument, { params: { documentId } })
    if (status === 'ready') return null
    return status === 'failed' ? 'document_failed' : 'document_not_ready'
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return 'document_not_found'
    throw error
  }
}

export function renderDryRun(batch: PreparedBatch, tried: DryRun): string {
  const { items, documents, files, separator, problems, warnings, quotas } = tried
  const what = [
    `${items} items`,
    `${documents} documents`,
    ...(files.length > 0 ? [`${files.length} files`] : []),
    ...(separator === null ? [] : [`columns separated by ${separator}`]),
  ]
  return [
    `${batch.file.name}: ${what.join(', ')}`,
    ...(quotas === null ? [] : quotaLines(quotas)),
    ...limitLines(warnings.map((warning) => `Warning: ${warning}`)),
    ...(problems.length === 0
      ? ['It would be accepted. Nothing was sent.']
      : [
          'It would be refused. Nothing was sent.',
          ...limitLines(problems.map((one) => describeProblem(batch, one))),
        ]),
  ].join('\n')
}

const quotaLines = ({ charactersToday, submitsThisHour }: QuotaForecast): string[] => [
  `Characters by batches today: ${charactersToday.used} + ${charactersToday.adds} of ${charactersToday.limit}`,
  `Submits within an hour: ${submitsThisHour.used} + 1 of ${submitsThisHour.limit}`,
]
