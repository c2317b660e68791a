import * as v from 'valibot'
import { sqlQuery } from '#server/db/statement.ts'

/**
 * What waits in each queue; every process sees the same. A job that failed is as old as its first time, however often it was put
 * off since: the library stores that time with what a queue retains. The number of those given up is the library's own, counted
 * every 30 s; work of one try soon comes again by itself and is none of them.
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
      case when queue.retry_limit = 0 then 0 else queue.failed_count end as "givenUp"
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
