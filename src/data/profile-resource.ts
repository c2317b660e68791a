import { readProfile, refreshProfile } from '#src/session/own-profile.ts'
import { defineResource } from './resource.ts'

/** The person's own profile. */
export const profileResource = defineResource({
  key: 'session.profile',
  read: readProfile,
  refresh: refreshProfile,
})
