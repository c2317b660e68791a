import * as v from 'valibot'
import { sqlQuery } from '#server/db/statement.ts'

/** What waits in each queue; every process sees the same. The number of those given up is the library's own, counted every 30 s. */
export const metricsJobs = sqlQuery({
  name: 'metrics_jobs',
  row: v.object({
    kind: v.string(),
    due: v.number(),
    oldestSeconds: v.number(),
    givenUp: v.number(),
  }),
  text: `select queue.name as kind, waiting.due, waiting."oldestSeconds", queue.failed_count as "givenUp"
    from pgboss.queue as queue cross join lateral (
      select count(*)::int as due,
        coalesce(extract(epoch from now() - min(start_after)), 0)::float8 as "oldestSeconds"
      from pgboss.job
      where job.name = queue.name and state < 'active' and not blocked and start_after <= now()
    ) as waiting`,
})

/** The partitions of the ledger that begin later than now: those made ahead. */
export const metricsLedger = sqlQuery({
  name: 'metrics_ledger',
  row: v.object({ ahead: v.number() }),
  text: `select count(*)::int as ahead
    from pg_inherits join pg_class on pg_class.oid = inhrelid
    where inhparent = 'ledger_ops'::regclass
      and substring(pg_get_expr(relpartbound, inhrelid) from 'FROM \\(''([^'']+)''')::timestamptz > now()`,
})
