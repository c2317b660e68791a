import { isSuperAdmin, type FullUser, type UserPayload } from '#contract/account/model.ts'

/**
 * Whether somebody can block and report: members do, a care provider once their papers were accepted; a superAdmin has
 * other means. The server judges in any case.
 */
export function maySpeakUp(
  user: Pick<UserPayload, 'userT' | 'role'>,
  profile: Pick<FullUser, 'verifiedAt'> | undefined,
): boolean {
  const waiting = user.userT === 'ServiceProvider' && profile?.verifiedAt === null
  return !isSuperAdmin(user) && !waiting
}
