import { and, eq, isNotNull } from 'drizzle-orm'
import type { Orm } from '#server/db/orm.ts'
import { users } from '#server/db/schema/account.ts'
import type { MailAddress } from '#server/ports/mail/port.ts'

/** Where mail for a person goes, and what to know of them when it is written. */
export interface MailRecipient {
  readonly to: MailAddress
  /** What their clock most likely shows. */
  readonly country: string
  readonly suspended: boolean
}

/** Where mail for a person goes; undefined while nobody has confirmed their address, and once they are gone. */
export async function mailTo(
  orm: Pick<Orm, 'select'>,
  userId: string,
): Promise<MailRecipient | undefined> {
  const [row] = await orm
    .select({ email: users.email, country: users.country, suspendedAt: users.suspendedAt })
    .from(users)
    .where(and(eq(users.id, userId), isNotNull(users.emailConfirmedAt)))
  if (!row) return undefined
  const { email, country, suspendedAt } = row
  return { to: email as MailAddress, country, suspended: suspendedAt !== null }
}

/** An address that the mail itself proves: for mail with a code, and for no other. */
export function toBeProven(email: string): MailAddress {
  return email as MailAddress
}
