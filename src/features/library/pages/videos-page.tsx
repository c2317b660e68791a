import { Link } from '@tanstack/react-router'
import {
  allCategories,
  type CategoryFilter,
  videoTitle,
  type Video,
} from '#contract/library/model.ts'
import { useResource, type Loaded } from '#src/data/resource.ts'
import { ReportItemMenu, useSafetyDialog } from '#src/features/safety/safety-menu.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { buttonClass } from '#src/ui/button/button.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { fetchOlderVideos } from '../data/library-calls.ts'
import { videosResource } from '../data/library-resource.ts'
import type { StoredItems } from '../data/library-store.ts'
import { BackToLibrary } from '../library-links.tsx'
import { categoryOfTab, categoryTabId, categoryTabs, useListAddress } from '../list/category-tab.ts'
import { LibraryList, LibraryMissing } from '../list/library-list.tsx'
import { VideoCard } from '../video/video-card.tsx'
import styles from '../list/library-list.module.css'

export interface VideosPageProps {
  db: UserDatabase
  session: Session
}

/** Spec 2: the videos by category. */
export function VideosPage({ db, session }: VideosPageProps) {
  const videos = useResource(db, videosResource)
  const { search, change } = useListAddress()
  const category = categoryOfTab(search.category)
  const failed =
    category === allCategories ? m.library_failed_videos() : m.library_failed_videos_category()
  return (
    <>
      <PageHeader
        title={m.library_videos()}
        text={m.library_videos_text()}
        back={<BackToLibrary />}
        actions={session.user.userT === 'ServiceProvider' && <AddVideo />}
      />
      {videos.data ? (
        <Tabs
          label={m.library_categories()}
          tabs={categoryTabs()}
          value={categoryTabId(category)}
          onChange={(tab) => change({ category: tab === 'all' ? undefined : tab })}
        >
          <div className={styles.screen}>
            <VideoList
              key={category}
              {...{ db, category, failed }}
              of={videos}
              stored={videos.data}
            />
          </div>
        </Tabs>
      ) : (
        <LibraryMissing of={videos} failed={failed} />
      )}
    </>
  )
}

interface VideoListProps {
  db: UserDatabase
  of: Loaded<StoredItems<Video>>
  stored: StoredItems<Video>
  category: CategoryFilter
  /** The product's words where the videos of this category could not be read. */
  failed: string
}

function VideoList({ db, of, stored, category, failed }: VideoListProps) {
  const { ask, dialog } = useSafetyDialog(db)
  const title = category === allCategories ? m.library_no_videos_all() : m.library_no_videos()
  return (
    <>
      <LibraryList
        id={`videos ${category}`}
        {...{ db, of, stored, category, failed }}
        empty={<EmptyState emoji="🎞️" title={title} text={m.library_no_videos_text()} />}
        fetchOlder={(before, language) => fetchOlderVideos(db, category, before, language)}
        renderItem={(video) => (
          <VideoCard
            video={video}
            linksAuthor
            menu={
              <ReportItemMenu
                db={db}
                kind="video"
                item={video}
                title={videoTitle(video)}
                onAsk={ask}
              />
            }
          />
        )}
      />
      {dialog}
    </>
  )
}

function AddVideo() {
  return (
    <Link to="/library/add-video" className={buttonClass()}>
      {m.library_add_video()}
    </Link>
  )
}
