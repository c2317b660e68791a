import type { ThumbnailPort } from './port.ts'

/** Asks nobody. */
export const noThumbnails: ThumbnailPort = { fetch: async () => 'unavailable' }
