import * as v from 'valibot'
import { sqlQuery } from '#server/db/statement.ts'

export const sellerById = sqlQuery({
  name: 'seller_for',
  row: v.object({
    id: v.string(),
    firstname: v.string(),
    lastname: v.string(),
    country: v.string(),
  }),
  text: `select id, firstname, lastname, country from users
      where id = $1 and user_type = 'ServiceProvider'
        and not exists (select from users viewer where viewer.id = $2 and viewer.suspended_at is not null)`,
})
