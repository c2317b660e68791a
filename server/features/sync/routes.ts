import type { syncApi } from '#contract/sync/api.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { SyncService } from './service.ts'

/** Every member may push; each kind of command has a policy of its own in its applier. */
export function syncRoutes(sync: SyncService): Routes<typeof syncApi> {
  return {
    pushOps: {
      policy: anyMember,
      admit: sync.admit,
      handle: ({ body, session }) => sync.push(session.actor, body.ops),
    },
  }
}
