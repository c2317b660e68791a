import { useRouter } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import { profileSnippetCharsMax } from '#contract/library/blocks.ts'
import { type Article, videoTitle, type Video } from '#contract/library/model.ts'
import { useLive } from '#src/data/resource.ts'
import { usePages, MorePages, type Pages } from '#src/data/use-pages.tsx'
import { ReportItemMenu, useSafetyDialog } from '#src/features/safety/safety-menu.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { useOnline } from '#src/lib/online.ts'
import { failureText } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { ConfirmDialog } from '#src/ui/dialog/alert-popup.tsx'
import { Menu } from '#src/ui/menu/menu.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { Skeleton } from '#src/ui/state/loading.tsx'
import { EmptyState, ErrorState, OfflineState } from '#src/ui/state/state-message.tsx'
import { ArticleCard } from '../article/article-card.tsx'
import { AttachmentPreview } from '../article/article-file.tsx'
import {
  fetchArticlesOf,
  fetchVideosOf,
  deleteArticle,
  deleteVideo,
  updateVideo,
  type VideoText,
  failureOf,
} from '../data/library-calls.ts'
import { refreshStored } from '../data/library-resource.ts'
import { readArticles, readVideos } from '../data/library-store.ts'
import { VideoCard } from '../video/video-card.tsx'
import { EditVideoDialog } from '../video/video-form.tsx'
import styles from './author-items.module.css'

interface AuthorItemsProps {
  db: UserDatabase
  authorId: string
}

/** Spec 2: an author's articles on their profile; their own page has Edit and Delete. */
export function AuthorArticles({ db, authorId }: AuthorItemsProps) {
  const router = useRouter()
  const [previewed, setPreviewed] = useState<Article>()
  const [deleted, setDeleted] = useState<Article>()
  const pages = usePages((before) => fetchArticlesOf(db, authorId, before))
  const newest = useLive(db, () => readArticles(db.viewerId))
  const stored = (newest?.items ?? []).filter(({ author }) => author._id === authorId)
  const own = authorId === db.userId

  async function remove({ _id }: Article) {
    await asMember(db, (token) => deleteArticle(token, _id))
    pages.change((rows) => rows.filter((row) => row._id !== _id))
    showToast({ text: m.library_delete_done(), tone: 'success' })
    refreshStored(db)
  }

  return (
    <>
      <ProfileItems
        pages={pages}
        stored={stored}
        empty={{ emoji: '📝', title: m.profile_articles_empty() }}
        failed={{ title: m.library_failed_library(), text: m.library_failed_user_articles() }}
        renderItem={(article) => (
          <ArticleCard
            article={article}
            snippetCharsMax={profileSnippetCharsMax}
            onPreview={setPreviewed}
            level={4}
            menu={
              own && (
                <ItemMenu
                  title={article.title}
                  onEdit={() => {
                    const href = `/library/create-article?edit=${article._id}`
                    void router.navigate({ href })
                  }}
                  onDelete={() => setDeleted(article)}
                />
              )
            }
          />
        )}
      />
      {previewed && (
        <AttachmentPreview article={previewed} onClose={() => setPreviewed(undefined)} />
      )}
      {deleted && (
        <DeleteDialog
          title={deleted.title}
          text={m.library_delete_text()}
          failed={m.library_failed_delete_article()}
          onDelete={() => remove(deleted)}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </>
  )
}

/** Spec 2: an author's videos on their profile; their own page has Edit and Delete. */
export function AuthorVideos({ db, authorId }: AuthorItemsProps) {
  const [edited, setEdited] = useState<Video>()
  const [deleted, setDeleted] = useState<Video>()
  const { ask, dialog } = useSafetyDialog(db)
  const pages = usePages((before) => fetchVideosOf(db, authorId, before))
  const newest = useLive(db, () => readVideos(db.viewerId))
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
                <ReportItemMenu
                  db={db}
                  kind="video"
                  item={video}
                  title={videoTitle(video)}
                  onAsk={ask}
                />
              )
            }
          />
        )}
      />
      {edited && (
        <EditVideoDialog
          video={edited}
          onSave={(text) => change(edited, text)}
          onClose={() => setEdited(undefined)}
        />
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
      {dialog}
    </>
  )
}

export interface ProfileItemsProps<Item> {
  pages: Pages<Item>
  /** What this device has stored of the author, for where the server cannot be asked. */
  stored: readonly Item[]
  empty: { emoji: string; title: string }
  /** The product's words where they could not be fetched, and what exactly failed. */
  failed: { title: string; text: string }
  renderItem: (item: Item) => ReactNode
}

/** The articles or the videos of one author. */
function ProfileItems<Item extends { readonly _id: string }>(props: ProfileItemsProps<Item>) {
  const { pages, stored, empty, failed, renderItem } = props
  const online = useOnline()
  const rows =
    pages.rows ?? (pages.refresh.status === 'failed' && stored.length > 0 ? stored : undefined)
  if (!rows) {
    if (pages.refresh.status !== 'failed') return <Skeleton shape="card" />
    if (!online) return <OfflineState compact text={m.library_failed_generic()} />
    const text = failureText(pages.refresh.error, failed.text)
    return <ErrorState compact title={failed.title} text={text} onRetry={pages.again} />
  }
  return (
    <>
      {rows.length === 0 && <EmptyState compact {...empty} />}
      <ul className={styles.list}>
        {rows.map((item) => (
          <li key={item._id}>{renderItem(item)}</li>
        ))}
      </ul>
      <MorePages pages={pages} label={m.library_more()} />
    </>
  )
}

export interface ItemMenuProps {
  title: string
  onEdit: () => void
  onDelete: () => void
}

/** What the author of an item can do with it. */
function ItemMenu({ title, onEdit, onDelete }: ItemMenuProps) {
  return (
    <Menu
      label={m.library_menu({ title })}
      items={[
        { id: 'edit', label: m.library_edit(), icon: 'edit', onSelect: onEdit },
        {
          id: 'delete',
          label: m.library_delete(),
          icon: 'trash',
          danger: true,
          onSelect: onDelete,
        },
      ]}
    />
  )
}

interface DeleteDialogProps {
  title: string
  text: string
  /** The product's words where the server does not say why. */
  failed: string
  onDelete: () => Promise<void>
  onClose: () => void
}

/** Asks before something is taken down. */
function DeleteDialog({ title, text, failed, onDelete, onClose }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      title={m.library_delete_title({ title })}
      description={text}
      confirm={m.library_delete()}
      keep={m.library_delete_keep()}
      onConfirm={onDelete}
      failureText={(error) => failureOf(error, failed).text}
      onClose={onClose}
    />
  )
}
