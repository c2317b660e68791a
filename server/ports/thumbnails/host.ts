import { createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** A person waits for the picture, and a drawn one is at hand. */
const answerMsMax = 5_000

/** Several times what such a picture has. */
const bytesMax = 1024 * 1024
const idShape = /^[\w-]{11}$/

/**
 * Fetches from one host: the video's 11 characters in a fixed address are all that a caller can choose of it, and
 * nothing it answers leads anywhere else.
 */
export function hostThumbnails(origin: string): ThumbnailPort {
  return {
    async fetch(videoId, path) {
      if (!idShape.test(videoId)) return 'unavailable'
      const address = `${origin.replace(/\/$/, '')}/vi/${videoId}/hqdefault.jpg`
      try {
        const answer = await fetch(address, {
          redirect: 'error',
          signal: AbortSignal.timeout(answerMsMax),
        })
        if (answer.status !== 200 || !answer.body) {
          await answer.body?.cancel()
          return 'unavailable'
        }
        await pipeline(Readable.from(answer.body), atMost(bytesMax), createWriteStream(path))
        return 'fetched'
      } catch {
        // No network, no such host, too slow, too large: the drawn picture stands for all of them.
        return 'unavailable'
      }
    },
  }
}

function atMost(bytesMax: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > bytesMax) done(new Error('A picture of a video is too large'))
      else done(null, chunk)
    },
  })
}

/** Asks nobody. */
export const noThumbnails: ThumbnailPort = { fetch: async () => 'unavailable' }

/** Where the pictures of videos come from. */
export interface ThumbnailPort {
  /**
   * Puts the picture of a video on YouTube, by its 11 characters, into a new file at `path`. What arrives is whatever
   * the outside sent: it is judged by whoever opens it.
   */
  fetch(videoId: string, path: string): Promise<'fetched' | 'unavailable'>
}
