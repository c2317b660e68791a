import type { profileApi } from '#contract/account/settings.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Profile } from './profile.ts'

export function profileRoutes(profile: Profile): Routes<typeof profileApi> {
  return {
    updateProfileImage: {
      policy: anyMember,
      handle: ({ params, files, session }) =>
        profile.setImage(session.actor, params.id, files.profileImg),
    },
    updateBio: {
      policy: anyMember,
      handle: ({ params, body, session }) => profile.setBio(session.actor, params.id, body.bio),
    },
    updateSharing: {
      policy: anyMember,
      handle: ({ params, body, session }) => profile.setSharing(session.actor, params.id, body),
    },
    updatePassword: {
      policy: anyMember,
      handle: async ({ params, body, session }) => {
        await profile.setPassword(session, params.id, body)
        return undefined
      },
    },
    getScore: {
      policy: anyMember,
      handle: ({ params, session }) => profile.score(session.actor, params.userId),
    },
    getProfileImage: {
      policy: anyMember,
      handle: ({ params, session }) => profile.image(session.actor, params.file),
    },
    getPaper: {
      policy: anyMember,
      handle: ({ params, session }) => profile.paper(session.actor, params.id, params.paper),
    },
  }
}
