import * as v from 'valibot'
import { sqlQuery } from '#server/db/statement.ts'

/**
 * What waits in each queue; every process sees the same. A job that failed is as old as its first time, however often it was put
 * off since: the library stores that time with what a queue retains. What was given up waits in the queue $1 for the operator, and
 * is counted where it comes from.
 */
export const metricsJobs = sqlQuery({
  name: 'metrics_jobs',
  row: v.object({
    kind: v.string(),
    due: v.number(),
    oldestSeconds: v.number(),
    givenUp: v.number(),
  }),
  text: `select queue.name as kind, waiting.due, waiting."oldestSeconds",
      coalesce(given_up.count, 0) as "givenUp"
    from pgboss.queue as queue cross join lateral (
      select count(*)::int as due,
        coalesce(extract(epoch from now() - min(first_at)), 0)::float8 as "oldestSeconds"
      from (
        select case when retry_count = 0 then start_after
          else keep_until - queue.retention_seconds * interval '1 second' end as first_at
        from pgboss.job
        where job.name = queue.name and state < 'active' and not blocked
      ) as job
      where first_at <= now()
    ) as waiting left join (
      select source_name, count(*)::int as count from pgboss.job
      where name = $1 and state < 'active' group by source_name
    ) as given_up on given_up.source_name = queue.name
    where queue.name <> $1`,
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
