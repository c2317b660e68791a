import { mediaTypes } from '#contract/media-types.ts'

/** What a file is called on the wire, by what its content showed it to be. */
export const contentTypes = mediaTypes
