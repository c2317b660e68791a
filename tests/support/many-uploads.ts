import { uploadLimits, type UploadLimits } from '#server/http/uploads/upload.ts'

/**
 * For tests that send several forms of one person at once. The product refuses a third that is under way, and three are
 * wherever their heads arrive in one turn of the event loop.
 */
export const manyUploads: UploadLimits = {
  ...uploadLimits,
  members: { ...uploadLimits.members, perPersonMax: 20, perAddressMax: 20 },
}
