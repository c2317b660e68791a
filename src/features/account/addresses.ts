import * as v from 'valibot'

/** The two sides of one's profile. */
const profileTabs = ['profile', 'settings'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** The panels of the editing page, in their order; the last three are for care providers. */
const editTabs = ['image', 'bio', 'password', 'reminders', 'practice', 'intro', 'calendar'] as const
export type EditTab = (typeof editTabs)[number]

/** Which side or panel is open, in the address. A wrong value opens the first. */
export const profileSearchSchema = v.object({ tab: tabIn(profileTabs) })
export const editSearchSchema = v.object({
  tab: tabIn(editTabs),
  /** The name of the tracker of which a notification has asked whether to stop reminding. */
  ask: v.fallback(v.optional(v.string()), undefined),
})

function tabIn<const T extends readonly [string, ...string[]]>(tabs: T) {
  return v.fallback(v.optional(v.picklist(tabs)), undefined)
}

/** Spec 2: the wizard's steps. Apart from their rules, because the router reads the number before the screen is loaded. */
export const steps = [1, 2, 3] as const
export type Step = (typeof steps)[number]
