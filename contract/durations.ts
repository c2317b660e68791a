export const minuteMs = 60_000
export const hourMs = 3_600_000
export const dayMs = 86_400_000

/** For limits, which count in seconds. */
export const hourSeconds = 3_600
