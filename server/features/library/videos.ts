import type { NewVideo, Video } from '#contract/library/model.ts'
import { youtubeIdOf } from '#contract/library/youtube.ts'
import type { Actor } from '#server/http/session/actor.ts'
import { presentVideo } from './present.ts'
import type { Publishing } from './publishing.ts'
import type { WrittenItem } from './write-repo.ts'

export type Videos = ReturnType<typeof createVideos>

/** What authors do with videos. */
export function createVideos({ publishing }: { publishing: Publishing }) {
  /** Throws `forbidden`, `rate_limited` or `op_reused`. */
  async function create(actor: Actor, given: NewVideo, opId: string | undefined): Promise<Video> {
    const shelf = await publishing.admit(actor)
    const item = { kind: 'video', attachment: null, attachmentFacts: null } as const
    const call = { opId, name: 'createVideo', body: given } as const
    return presentVideo(await publishing.publish(shelf, { ...item, ...written(given) }, [], call))
  }

  /** Throws `not_found`, `forbidden` or `rate_limited`. */
  async function update(actor: Actor, id: string, edit: NewVideo): Promise<Video> {
    return presentVideo(await publishing.replace(actor, 'video', id, () => written(edit)))
  }

  return {
    create,
    update,
    remove: (actor: Actor, id: string) => publishing.remove(actor, 'video', id),
  }
}

function written({ url, description, category }: NewVideo): WrittenItem {
  const videoId = youtubeIdOf(url)
  if (videoId === undefined) throw new Error('The schema let an address pass that is no video')
  return { title: '', body: description, format: 'plain', category, videoId }
}
