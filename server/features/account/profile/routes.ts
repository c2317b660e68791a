import type { profileApi, settingsApi } from '#contract/account/settings.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Profile, Settings } from './profile.ts'

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
    updateLanguage: {
      policy: anyMember,
      handle: ({ params, body, session }) =>
        profile.setLanguage(session.actor, params.id, body.language),
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

export function settingsRoutes(settings: Settings): Routes<typeof settingsApi> {
  return {
    listSessions: {
      policy: anyMember,
      handle: ({ session }) => settings.listSessions(session),
    },
    endSession: {
      policy: anyMember,
      handle: async ({ params, session }) => {
        await settings.endSession(session, params.id)
        return undefined
      },
    },
    endOtherSessions: {
      policy: anyMember,
      handle: async ({ session }) => {
        await settings.endOtherSessions(session)
        return undefined
      },
    },
    exportMyData: {
      policy: anyMember,
      handle: ({ session }) => settings.exportAll(session),
    },
    deleteAccount: {
      policy: anyMember,
      handle: async ({ body, session }) => {
        await settings.deleteAccount(session, body.password)
        return undefined
      },
      headers: { 'clear-site-data': '"cache"' },
    },
  }
}
