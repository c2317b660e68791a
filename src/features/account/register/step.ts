/** Spec 2: the wizard's steps. Apart from their rules, because the router reads the number before the screen is loaded. */
export const steps = [1, 2, 3] as const
export type Step = (typeof steps)[number]
