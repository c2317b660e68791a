import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import { videoTitle, type Video } from '#contract/library/model.ts'
import { DeleteDialog } from '../delete-dialog.tsx'
import { ItemMenu } from '../item-menu.tsx'
import { readVideos } from '../data/library-store.ts'
import { ProfileItems } from './profile-items.tsx'
import { fetchVideosOf } from '../data/author-items.ts'
import { deleteVideo, updateVideo, type VideoText } from '../data/publish.ts'
import { refreshStored } from '../data/library-resource.ts'
import { VideoCard } from '../video/video-card.tsx'
import { VideoForm } from '../video/video-form.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { usePages } from '#src/data/use-pages.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { showToast } from '#src/ui/message/toast-store.ts'
import { asMember } from '#src/session/as-member.ts'
import { ReportItemMenu } from '#src/features/safety/report-item-menu.tsx'
import type { AuthorItemsProps } from './author-articles.tsx'

/** Spec 2: an author's videos on their profile; their own page has Edit and Delete. */
export function AuthorVideos({ db, authorId }: AuthorItemsProps) {
  const [edited, setEdited] = useState<Video>()
  const [deleted, setDeleted] = useState<Video>()
  const pages = usePages((before) => fetchVideosOf(db, authorId, before))
  const newest = useLiveQuery(() => readVideos(db.viewerId), [db])
  const stored = (newest?.items ?? []).filter(({ author }) => author._id === authorId)
  const own = authorId === db.userId

  async function remove({ _id }: Video) {
    await asMember(db, (token) => deleteVideo(token, _id))
    pages.change((rows) => rows.filter((row) => row._id !== _id))
    showToast({ text: m.library_delete_done(), tone: 'success' })
    refreshStored(db)
  }

  async function change({ _id }: Video, text: VideoText) {
    const changed = await asMember(db, (token) => updateVideo(token, _id, text))
    pages.change((rows) => rows.map((row) => (row._id === _id ? changed : row)))
    setEdited(undefined)
    refreshStored(db)
  }

  return (
    <>
      <ProfileItems
        pages={pages}
        stored={stored}
        empty={{ emoji: '🎞️', title: m.profile_videos_empty() }}
        failed={{ title: m.library_failed_videos_part(), text: m.library_failed_user_videos() }}
        renderItem={(video) => (
          <VideoCard
            video={video}
            level={4}
            menu={
              own ? (
                <ItemMenu
                  title={videoTitle(video)}
                  onEdit={() => setEdited(video)}
                  onDelete={() => setDeleted(video)}
                />
              ) : (
                <ReportItemMenu db={db} kind="video" item={video} title={videoTitle(video)} />
              )
            }
          />
        )}
      />
      {edited && (
        <Dialog open wide onClose={() => setEdited(undefined)} title={m.library_edit_video_title()}>
          <VideoForm
            initial={edited}
            kind="edit"
            onSubmit={(text) => change(edited, text)}
            cancel={
              <Button look="secondary" onClick={() => setEdited(undefined)}>
                {m.library_cancel()}
              </Button>
            }
          />
        </Dialog>
      )}
      {deleted && (
        <DeleteDialog
          title={videoTitle(deleted)}
          text={m.library_delete_text_video()}
          failed={m.library_failed_delete_video()}
          onDelete={() => remove(deleted)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
}
