import { BoundedError } from '../../contract/bounded-error.js'
import type { RowPlan } from './rows.js'
import type { PostgresSession } from './session.js'

/** Another process has become the writer, or has changed rows that this one knows otherwise. */
export class WriterReplaced extends BoundedError {}

type Entry = { readonly writer: string; readonly from: number; readonly to: number }

/** Who follows and has missed more than these reads all records anew. */
const ENTRIES_KEPT = 10_000
const FORGET_EVERY = 500

const PUT_COLUMNS =
  'kind text, id text, owner text, version bigint, position bigint, schema integer, body text'

/**
 * Makes the entry durable in one transaction, of three round trips. Each row is compared with the version that it has here;
 * the number of the last entry, with the name of the writer, tells a repeated transaction from a lost one.
 */
export async function commitRows(session: PostgresSession, plan: RowPlan, entry: Entry): Promise<void> {
  try {
    if ((await session.run(`begin; ${forgetOldEntries(entry)} ${fence(entry)}`)) !== 1)
      throw new WriterReplaced('another process writes')
    await writeRows(session, plan, entry)
    await session.run('commit')
  } catch (error) {
    // What is left of the transaction; a broken connection leaves nothing.
    if (!session.isLost()) await session.run('rollback').catch(() => undefined)
    throw error
  }
}

/** The values are ours: numbers, and a name of hexadecimal digits. */
const fence = ({ writer, from, to }: Entry) =>
  `update parley.store set seq = ${to} where seq = ${from} and writer = '${writer}'`

const forgetOldEntries = ({ to }: Entry) =>
  to % FORGET_EVERY === 0 ? `delete from parley.entries where seq < ${to - ENTRIES_KEPT};` : ''

/**
 * The same within a transaction that has the turn to write, in two round trips: nobody else can have changed the rows, or
 * the number of the last entry.
 */
export async function commitInTurn(
  session: PostgresSession,
  plan: RowPlan,
  { writer, from, to }: Entry,
): Promise<void> {
  const advance: Statement = {
    name: 'advanced',
    text: (first) =>
      `update parley.store set seq = $${first}::bigint where seq = $${first + 1}::bigint and writer = '${MEMBERS}'`,
    values: [to, from],
    rows: 1,
  }
  await writeRows(session, plan, { writer, from, to, more: [advance] })
  // A member that is slow must find what it has missed.
  const forgotten = `delete from parley.entries
    where seq < ${to - ENTRIES_KEPT} and seq < (select min(seq) from parley.members);`
  await session.run(`${to % FORGET_EVERY === 0 ? forgotten : ''} commit`)
}

/** In the place of a writer's name, where several servers take turns. */
export const MEMBERS = 'members'

/** Rows that are not there yet. */
export const insertRows = (session: PostgresSession, added: RowPlan['puts']): Promise<void> =>
  runTogether(session, [insertion(added)])

async function writeRows(
  session: PostgresSession,
  plan: RowPlan,
  { more = [], ...entry }: Entry & { readonly more?: readonly Statement[] },
): Promise<void> {
  const { puts, removals, removedFiles } = plan
  const added = puts.filter(({ before }) => before === undefined)
  const changed = puts.filter(({ before }) => before !== undefined)
  const statements = [
    ...(added.length > 0 ? [insertion(added)] : []),
    ...(changed.length > 0 ? [change(changed)] : []),
    ...(removals.length > 0 ? [removal(removals)] : []),
    description(plan, entry),
    ...more,
  ]
  await runTogether(session, statements)
  if (removedFiles.length > 0) {
    await session.query('insert into parley.removed_files select unnest($1::text[]) on conflict do nothing', [
      removedFiles,
    ])
  }
}

type Statement = {
  readonly name: string
  /** With the number of its first value. Always the same, so that PostgreSQL plans it once a connection. */
  text(first: number): string
  readonly values: readonly unknown[]
  /** How many rows must be affected. */
  readonly rows: number
}

/** One statement, in one round trip: no row is in two of its parts. */
async function runTogether(session: PostgresSession, statements: readonly Statement[]): Promise<void> {
  const values: unknown[] = []
  const parts = statements.map((statement) => {
    const { name, text } = statement
    const first = values.length + 1
    values.push(...statement.values)
    return `${name} as (${text(first)} returning 1)`
  })
  const counts = statements.map(({ name }) => `(select count(*) from ${name})::int as ${name}`)
  const { rows } = await session.query(
    `with ${parts.join(', ')} select ${counts.join(', ')}`,
    values,
    `parley_${statements.map(({ name }) => name).join('_')}`,
  )
  for (const { name, rows: expected } of statements) {
    if (rows[0]?.[name] !== expected) throw new WriterReplaced('rows have another version than here')
  }
}

const typesOf = (columns: string) => columns.split(', ').map((column) => column.split(' ')[1])

const given = (columns: string, first: number): string => {
  const names = columns.split(', ').map((column) => column.split(' ')[0])
  const arrays = typesOf(columns).map((type, index) => `$${first + index}::${type}[]`)
  return `unnest(${arrays.join(', ')}) as given(${names.join(', ')})`
}

const putArrays = (puts: RowPlan['puts']) => [
  puts.map(({ kind }) => kind),
  puts.map(({ id }) => id),
  puts.map(({ owner }) => owner),
  puts.map(({ version }) => version),
  puts.map(({ position }) => position),
  puts.map(({ schema }) => schema),
  puts.map(({ body }) => body),
]

const insertion = (puts: RowPlan['puts']): Statement => ({
  name: 'added',
  text: (first) =>
    `insert into parley.records (kind, id, owner, version, position, schema, body)
       select * from ${given(PUT_COLUMNS, first)} on conflict do nothing`,
  values: putArrays(puts),
  rows: puts.length,
})

const change = (puts: RowPlan['puts']): Statement => ({
  name: 'changed',
  text: (first) =>
    `update parley.records as r set owner = given.owner, version = given.version, position = given.position,
       schema = given.schema, body = given.body
       from ${given(`${PUT_COLUMNS}, before bigint`, first)}
       where r.kind = given.kind and r.id = given.id and r.version = given.before`,
  values: [...putArrays(puts), puts.map(({ before }) => before)],
  rows: puts.length,
})

const removal = (removals: RowPlan['removals']): Statement => ({
  name: 'removed',
  text: (first) =>
    `delete from parley.records as r using ${given('kind text, id text, before bigint', first)}
       where r.kind = given.kind and r.id = given.id and r.version = given.before`,
  values: [
    removals.map(({ kind }) => kind),
    removals.map(({ id }) => id),
    removals.map(({ before }) => before),
  ],
  rows: removals.length,
})

/** The entry as those see it who follow: which rows it is about. */
const description = ({ puts, removals }: RowPlan, { writer, to }: Entry): Statement => ({
  name: 'described',
  text: (first) =>
    `insert into parley.entries (seq, writer, kinds, ids)
       values ($${first}::bigint, $${first + 1}, $${first + 2}::text[], $${first + 3}::text[])`,
  values: [
    ...[to, writer],
    ...[[...puts, ...removals].map(({ kind }) => kind), [...puts, ...removals].map(({ id }) => id)],
  ],
  rows: 1,
})
