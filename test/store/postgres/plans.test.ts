import { describe, expect, onTestFinished, test } from 'vitest'
import { commitInTurn, MEMBERS } from '../../../src/store/postgres/commit-rows.js'
import { migrate } from '../../../src/store/postgres/migrations.js'
import type { RowPlan } from '../../../src/store/postgres/rows.js'
import { connectPostgres } from '../../../src/store/postgres/session.js'
import { parsePostgresUrl } from '../../../src/store/postgres/url.js'
import { hasPostgres, usePostgres } from '../../support/stores/postgres-server.js'

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  const postgres = usePostgres()

  test('what is written is planned once a connection, and finds each row by its key, also in tables that were empty then', async () => {
    const url = parsePostgresUrl(await postgres.database())
    if (url === undefined) throw new Error('it is an address')
    const session = await connectPostgres(url)
    onTestFinished(() => session.end())
    await migrate(session, url)
    await session.run(`update parley.store set writer = '${MEMBERS}'`)
    const put = (number: number, seq: number, before?: number) => ({
      ...{ kind: 'messages', id: JSON.stringify(number), owner: '', version: seq, position: number },
      ...{ schema: 1, body: '{}', before },
    })
    for (let seq = 1; seq <= 7; seq += 1) {
      const puts = [put(seq, seq), ...(seq > 1 ? [put(seq - 1, seq, seq - 1)] : [])]
      const plan = { puts, removals: [], removedFiles: [] } as unknown as RowPlan
      await session.run('begin')
      await commitInTurn(session, plan, { writer: 'me', from: seq - 1, to: seq })
    }
    const { rows } = await session.query(
      'select name, generic_plans::int as once, custom_plans::int as anew from pg_prepared_statements order by name',
    )
    expect(rows).toEqual([
      { name: 'parley_added_changed_described_advanced', once: 6, anew: 0 },
      { name: 'parley_added_described_advanced', once: 1, anew: 0 },
    ])
    const nothing = Array.from({ length: 15 }, () => 'null').join(', ')
    const explained = await session.query(
      `explain execute parley_added_changed_described_advanced(${nothing}, 1, 'me', null, null, 1, 1)`,
    )
    const steps = explained.rows.map((row) => String(row['QUERY PLAN'])).join('\n')
    expect(steps).toContain('Index Scan using records_messages_pkey')
    expect(steps).not.toMatch(/Hash Join|Merge Join|Seq Scan on records/)
  })
})
