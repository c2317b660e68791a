import type { secondFactorApi } from '#contract/account/second-factor.ts'
import type { settingsApi, profileApi } from '#contract/account/settings.ts'
import type { accountApi } from '#contract/account/api.ts'
import type { Routes } from '#server/http/routing/route.ts'
import type { EventBus } from '#server/ports/events/port.ts'

type SessionEnding = Pick<
  Routes<typeof accountApi & typeof profileApi & typeof settingsApi & typeof secondFactorApi>,
  | 'logout'
  | 'updatePassword'
  | 'endSession'
  | 'endOtherSessions'
  | 'deleteAccount'
  | 'confirmSecondFactor'
  | 'endSecondFactor'
>

/**
 * The same routes, of which those that end sessions say so, in every process: a stream of a session that is over ends
 * at once. A new password by a code ends its streams at their next heartbeat.
 */
export function withSessionEvents<R extends SessionEnding>(
  routes: R,
  events: Pick<EventBus, 'publish'>,
): R {
  return {
    ...routes,
    logout: withEvent(routes.logout, events),
    updatePassword: withEvent(routes.updatePassword, events),
    endSession: withEvent(routes.endSession, events),
    endOtherSessions: withEvent(routes.endOtherSessions, events),
    deleteAccount: withEvent(routes.deleteAccount, events),
    confirmSecondFactor: withEvent(routes.confirmSecondFactor, events),
    endSecondFactor: withEvent(routes.endSecondFactor, events),
  }
}

interface MemberRoute<Q, A> {
  readonly handle: (request: Q) => Promise<A>
}

function withEvent<
  Q extends { session: { actor: { userId: string } } },
  A,
  R extends MemberRoute<Q, A>,
>(route: R & MemberRoute<Q, A>, events: Pick<EventBus, 'publish'>): R {
  return {
    ...route,
    handle: async (request: Q) => {
      const reply = await route.handle(request)
      events.publish([request.session.actor.userId], { type: 'sessions' })
      return reply
    },
  }
}
