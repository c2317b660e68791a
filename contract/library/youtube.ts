import * as v from 'valibot'

/** Spec 9: a YouTube video id has 11 characters. */
export const youtubeIdSchema = v.pipe(v.string(), v.regex(/^[\w-]{11}$/))

/** Spec 5, for a video's address that leads nowhere on YouTube. */
export const youtubeUrlText = 'Please enter a valid YouTube URL'

/** Anchored at both ends of the host, so that no look-alike passes: no user, no port, nothing before or after it. */
const youtubeAddress =
  /^(?:https?:\/\/)?(?:(?:www\.|m\.|music\.)?youtube\.com|(?:www\.)?youtube-nocookie\.com)\/(.+)$/i
const shortAddress = /^(?:https?:\/\/)?(?:www\.)?youtu\.be\/([\w-]{11})(?:[?#/].*)?$/i
const watchPath = /^watch\/?\?(?:[^#]*&)?v=([\w-]{11})(?:[&#].*)?$/
const idPath = /^(?:embed|shorts|live|v)\/([\w-]{11})(?:[?#/].*)?$/

/** The video's id of an address on YouTube; undefined for any other address. */
export function youtubeIdOf(address: string): string | undefined {
  const given = address.trim()
  const short = shortAddress.exec(given)?.[1]
  if (short) return short
  const path = youtubeAddress.exec(given)?.[1]
  if (path === undefined) return undefined
  return watchPath.exec(path)?.[1] ?? idPath.exec(path)?.[1]
}

/** The one address under which a video is stored, and where 'Watch on YouTube' leads. */
export function youtubeUrl(videoId: string): string {
  return `https://www.youtube.com/watch?v=${videoId}`
}

/** The host of the player, which sets no cookies before it plays. */
export const youtubePlayerOrigin = 'https://www.youtube-nocookie.com'

/** Where the player comes from, after the click. */
export function youtubeEmbedUrl(videoId: string): string {
  return `${youtubePlayerOrigin}/embed/${videoId}`
}

/** An address on YouTube, put into its one form. */
export function youtubeUrlSchema(requiredText: string) {
  return v.pipe(
    v.string(requiredText),
    v.trim(),
    v.minLength(1, requiredText),
    v.maxLength(2_000, youtubeUrlText),
    v.check((address) => youtubeIdOf(address) !== undefined, youtubeUrlText),
    v.transform((address) => youtubeUrl(youtubeIdOf(address) ?? '')),
  )
}
