import * as v from 'valibot'
import { sqlQuery } from '#server/db/statement.ts'

/** Each queue in which something is due or under way: to ask all of them is a statement for each. */
export const busyQueues = sqlQuery({
  name: 'busy_queues',
  row: v.object({ name: v.string(), due: v.boolean(), active: v.boolean() }),
  text: `select name, bool_or(state < 'active' and start_after <= pgboss.job_now()) as due,
      bool_or(state = 'active') as active
    from pgboss.job where state <= 'active' group by name`,
})
