import { StoreError } from '../store-error.js'
import type { PostgresSession } from './session.js'
import type { PostgresUrl } from './url.js'

/**
 * Each is applied once, in order, in a transaction of its own. One that was released is never changed; within a release
 * they only add, so that the version before can still read and write.
 */
export const MIGRATIONS: readonly string[] = [
  `create table parley.store (
     one boolean primary key default true check (one),
     writer text not null,
     holder text not null,
     seq bigint not null
   );
   insert into parley.store (writer, holder, seq) values ('', '', 0);
   create table parley.records (
     kind text not null,
     id text not null,
     owner text not null,
     version bigint not null,
     position bigint not null,
     schema integer not null,
     body text not null,
     primary key (kind, id)
   ) partition by list (kind);
   create index records_of_owner on parley.records (kind, owner, position);
   ${partitions([
     'accounts',
     'keys',
     'organizations',
     'characters',
     'conversations',
     'messages',
     'prompts',
     'memories',
     'memory-events',
     'memory-uses',
     'core-facts',
     'memory-vectors',
     'takes',
     'answers',
     'documents',
     'batches',
     'uploads',
     'shares',
     'session-tokens',
     'share-recipients',
     'encounters',
     'counters',
   ])}
   create table parley.removed_files (sha256 text primary key);`,
  // Which rows each entry changed or removed, for those who follow; the oldest are forgotten.
  `create table parley.entries (
     seq bigint primary key,
     writer text not null,
     kinds text[] not null,
     ids text[] not null
   );`,
  // The servers that write the records in turns, in the order in which they came, and what each has followed.
  `create table parley.members (
     name text primary key,
     number bigint generated always as identity,
     holder text not null,
     beats bigint not null default 0,
     seq bigint not null
   );
   create table parley.leases (
     number bigint generated always as identity primary key,
     kind text not null,
     name text not null,
     member text not null references parley.members (name) on delete cascade
   );
   create index leases_of_name on parley.leases (kind, name);
   create index leases_of_member on parley.leases (member);`,
  // Which characters somebody is connected to at which server.
  `alter table parley.members add column connected text not null default '';`,
  // What servers ask one another, for as long as it is being answered.
  `create unlogged table parley.questions (
     number bigint generated always as identity primary key,
     asker text not null references parley.members (name) on delete cascade,
     question text not null
   );
   create index questions_of_asker on parley.questions (asker);
   create unlogged table parley.answers (
     question bigint not null references parley.questions (number) on delete cascade,
     member text not null,
     answer text not null,
     primary key (question, member)
   );`,
  // Which messages are being read for memories, and were when their server ended.
  `create table parley.readings (
     conversation text not null,
     member text not null,
     first bigint not null,
     last bigint not null,
     times integer not null,
     at timestamptz not null default clock_timestamp(),
     primary key (conversation, member)
   );`,
]

function partitions(kinds: readonly string[]): string {
  const nameOf = (kind: string) => `parley.records_${kind.replaceAll('-', '_')}`
  return kinds
    .map((kind) => `create table ${nameOf(kind)} partition of parley.records for values in ('${kind}');`)
    .join('\n')
}

/** Brings the schema up to date. For whoever holds the lock of the database. */
export async function migrate(session: PostgresSession, { shown }: PostgresUrl): Promise<void> {
  await requireUtf8(session, shown)
  await session.run(`create schema if not exists parley;
    create table if not exists parley.migrations (number integer primary key, applied_at timestamptz not null default now())`)
  const newest = await readNewest(session, shown)
  for (const [index, statements] of MIGRATIONS.slice(newest).entries()) {
    const number = newest + index + 1
    await session.run(
      `begin; ${statements} insert into parley.migrations (number) values (${number}); commit`,
    )
  }
}

/** Whether the schema is up to date, for whoever may not change it. */
export async function hasCurrentSchema(session: PostgresSession, { shown }: PostgresUrl): Promise<boolean> {
  const { rows } = await session.query("select to_regclass('parley.migrations') is not null as exists")
  return rows[0]?.['exists'] === true && (await readNewest(session, shown)) === MIGRATIONS.length
}

/** The number of the newest migration. Rejects with a StoreError when this version does not know it. */
async function readNewest(session: PostgresSession, shown: string): Promise<number> {
  const { rows } = await session.query('select coalesce(max(number), 0) as newest from parley.migrations')
  const newest = Number(rows[0]?.['newest'])
  if (newest <= MIGRATIONS.length) return newest
  throw new StoreError(
    `The database ${shown} was written by a newer version of parley (migration ${newest}, this one knows ${MIGRATIONS.length}).`,
  )
}

/** Any other encoding refuses some text that players may write. */
async function requireUtf8(session: PostgresSession, shown: string): Promise<void> {
  const { rows } = await session.query('show server_encoding')
  const encoding = String(rows[0]?.['server_encoding'])
  if (encoding === 'UTF8') return
  throw new StoreError(`The database ${shown} has the encoding ${encoding}: parley needs one with UTF8.`)
}
