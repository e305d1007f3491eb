import { type Client, ServiceError, UnreachableError } from '../../client/create-client.js'
import { BATCH_BODY_BYTES } from '../../contract/batches.js'
import { getDocument } from '../../contract/documents.js'
import { IDEMPOTENCY_KEY_MAX } from '../../contract/limits.js'
import { isLoopback } from '../server-address/base-url.js'
import type { BatchProblem } from './input-file/parsed-batch.js'
import { describeProblem, fieldProblems, ignoredFieldWarnings, limitLines } from './problems.js'
import { forecastQuotas, type QuotaForecast, quotaWarnings } from './quota-forecast.js'
import { bodyWithFileUrls, type PreparedBatch } from './submit-batch.js'

export type DryRun = {
  readonly valid: boolean
  readonly items: number
  /** Distinct addresses and files. */
  readonly documents: number
  readonly files: readonly string[]
  /** The column separator of a CSV file; null for other formats. */
  readonly separator: string | null
  readonly idempotencyKey: string | null
  readonly problems: readonly BatchProblem[]
  /** What may still go wrong, although the batch is valid. */
  readonly warnings: readonly string[]
  /** Null when the service is unreachable. */
  readonly quotas: QuotaForecast | null
}

/** Checks a batch as the service would. It only reads from the service and sends nothing. */
export async function dryRunBatch(
  client: Client,
  batch: PreparedBatch,
  { key, strict }: { readonly key: string; readonly strict: boolean },
): Promise<DryRun> {
  const body = bodyWithFileUrls(batch, (path) => `https://files.invalid/${batch.files.get(path)?.sha256}.pdf`)
  const found = [
    ...batch.problems,
    ...fieldProblems(batch, strict),
    ...(await validationProblems(body)),
    ...keyProblems(key),
  ]
  const isPrivateHost = ({ msg }: BatchProblem) => msg === 'url_blocked_host' && isLoopback(client.baseUrl)
  const queried = await queryService(client, batch)
  const problems = [...found.filter((problem) => !isPrivateHost(problem)), ...queried.problems]
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
      ...found
        .filter(isPrivateHost)
        .map((problem) => `${describeProblem(batch, problem).trim()}${UNLESS_ALLOWED}`),
      ...(queried.quotas === null ? [] : quotaWarnings(queried.quotas, documents > 0)),
      ...queried.warnings,
    ],
    quotas: queried.quotas,
  }
}

const UNLESS_ALLOWED = ', unless the server was started with --allow-private-host'

/** Uses the server's own validation. It is slow to load, so it is imported here only. */
async function validationProblems(body: Record<string, unknown>): Promise<BatchProblem[]> {
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

type ServiceFindings = Pick<DryRun, 'problems' | 'warnings' | 'quotas'>

async function queryService(client: Client, batch: PreparedBatch): Promise<ServiceFindings> {
  try {
    const quotas = await forecastQuotas(client, batch.requests.length, Date.now())
    return { problems: await attachmentProblems(client, batch), warnings: [], quotas }
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    const warning = `${error.message}, so that quotas and document_ids are not known`
    return { problems: [], warnings: [warning], quotas: null }
  }
}

/** Each document in `document_ids` must exist and be ready (docs/rest.md, Errors). */
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

export function renderDryRun(batch: PreparedBatch, result: DryRun): string {
  const { items, documents, files, separator, problems, warnings, quotas } = result
  const facts = [
    `${items} items`,
    `${documents} documents`,
    ...(files.length > 0 ? [`${files.length} files`] : []),
    ...(separator === null ? [] : [`columns separated by ${separator}`]),
  ]
  return [
    `${batch.file.name}: ${facts.join(', ')}`,
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
