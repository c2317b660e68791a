import * as v from 'valibot'
import { sqlCommand, sqlQuery } from '#server/db/statement.ts'

/** The clock that decides what is due. */
export const jobsNow = sqlQuery({
  name: 'jobs_now',
  row: v.object({ now: v.date() }),
  text: 'select pgboss.job_now() as now',
})

export const installedQueues = sqlQuery({
  name: 'installed_queues',
  row: v.object({ name: v.string(), deadLetter: v.nullable(v.string()) }),
  text: 'select name, dead_letter as "deadLetter" from pgboss.queue',
})

/**
 * Says to the jobs of the queues $1 that were noted before there was the queue $2 that they go there once they are given up. Those
 * that were given up already go there now.
 */
export const adoptGivenUp = sqlCommand({
  name: 'adopt_given_up',
  text: `with adopted as (
      update pgboss.job set dead_letter = $2::text
      where dead_letter is null and name = any($1::text[])
        and (state < 'completed' or state = 'failed')
      returning name, id, data, state, created_on, retry_count, output
    )
    insert into pgboss.job (name, data, retry_limit, start_after, created_on, keep_until,
      deletion_seconds, source_name, source_id, source_created_on, source_retry_count,
      source_output, source_root_id)
    select queue.name, adopted.data, queue.retry_limit, pgboss.job_now(), pgboss.job_now(),
      pgboss.job_now() + queue.retention_seconds * interval '1 second', queue.deletion_seconds,
      adopted.name, adopted.id, adopted.created_on, adopted.retry_count, adopted.output, adopted.id
    from adopted join pgboss.queue as queue on queue.name = $2::text
    where adopted.state = 'failed'`,
})

/** What waits in the queue $1 for the operator, by where it comes from. A try that ended with its process says so in other words. */
export const givenUpJobs = sqlQuery({
  name: 'given_up_jobs',
  row: v.object({ kind: v.string(), failure: v.string(), count: v.number(), oldest: v.date() }),
  text: `select source_name as kind, coalesce(source_output->>'message',
        source_output->'value'->>'message', 'unknown') as failure,
      count(*)::int as count, min(created_on) as oldest
    from pgboss.job
    where name = $1 and state < 'active' and source_name is not null
    group by 1, 2 order by 1, 4`,
})

/** Each queue in which something is due or under way: to ask all of them is a statement for each. */
export const busyQueues = sqlQuery({
  name: 'busy_queues',
  row: v.object({ name: v.string(), due: v.boolean(), active: v.boolean() }),
  text: `select name, bool_or(state < 'active' and start_after <= pgboss.job_now()) as due,
      bool_or(state = 'active') as active
    from pgboss.job where state <= 'active' group by name`,
})
