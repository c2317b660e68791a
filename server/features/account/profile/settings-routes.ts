import type { settingsApi } from '#contract/account/settings.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { Settings } from './settings.ts'

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
