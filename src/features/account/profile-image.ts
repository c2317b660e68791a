/** Spec 7: where a profile image is; a full address is taken as it is. Undefined without an image. */
export function profileImageUrl(profileImg: string | null | undefined): string | undefined {
  if (!profileImg) return undefined
  return /^(https?:|\/)/.test(profileImg)
    ? profileImg
    : `/profile-images/${encodeURIComponent(profileImg)}`
}
