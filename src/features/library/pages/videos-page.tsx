import { Link } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { allCategories, type CategoryFilter } from '#contract/library/category.ts'
import { videoTitle, type Video } from '#contract/library/model.ts'
import { categoryOfTab, categoryTabId, categoryTabs } from '../category-tab.ts'
import { GrowingList } from '../growing-list.tsx'
import { readVideos, type KeptItems } from '../kept-library.ts'
import styles from '../library-list.module.css'
import { AsOf, NotYet } from '../list-states.tsx'
import { fetchOlderVideos } from '../older-items.ts'
import { useOlder } from '../use-older.ts'
import { VideoCard } from '../video-card.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { knownRows, type Refresh } from '#src/data/use-refresh.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { Tabs } from '#src/ui/menu/tabs.tsx'
import { asMember } from '#src/session/as-member.ts'
import { ReportItemMenu } from '#src/features/safety/report-item-menu.tsx'
import type { Session } from '#src/session/session.ts'
import { BackToLibrary } from '../library-links.tsx'
import { useLibrary, useUnhidden } from '../use-library.ts'
import { useListAddress } from '../use-list-address.ts'

export interface VideosPageProps {
  db: UserDatabase
  session: Session
  /** What this device knew when the page was opened, so that the first paint is whole. */
  known: KeptItems<Video> | undefined
}

/** Spec 2: the videos by category. */
export function VideosPage({ db, session, known }: VideosPageProps) {
  const kept = useLiveQuery(() => readVideos(db.viewerId), [db], known)
  const { refresh, again } = useLibrary(db)
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
      {kept ? (
        <Tabs
          label={m.library_categories()}
          tabs={categoryTabs}
          value={categoryTabId(category)}
          onChange={(tab) => change({ category: tab === 'all' ? undefined : tab })}
        >
          <div className={styles.screen}>
            <VideoList
              key={category}
              {...{ db, kept, category, refresh, failed }}
              onRetry={again}
            />
          </div>
        </Tabs>
      ) : (
        <NotYet refresh={refresh} failed={failed} onRetry={again} />
      )}
    </>
  )
}

interface VideoListProps {
  db: UserDatabase
  kept: KeptItems<Video>
  category: CategoryFilter
  refresh: Refresh
  /** The product's words where the videos of this category could not be read. */
  failed: string
  onRetry: () => void
}

function VideoList(props: VideoListProps) {
  const { db, kept, category, refresh, failed, onRetry } = props
  const unhidden = useUnhidden<Video>(db)
  const older = useOlder(kept.oldest ?? undefined, (before) =>
    asMember(db, (token) => fetchOlderVideos(token, category, before)),
  )
  const all = category === allCategories
  const here = all ? kept.items : kept.items.filter((item) => item.category === category)
  const items = unhidden([...here, ...older.items])
  if (!older.more && !knownRows(items, refresh)) return <NotYet {...{ refresh, failed, onRetry }} />
  return (
    <>
      <AsOf asOfMs={kept.asOfMs} {...{ refresh, failed, onRetry }} />
      {items.length === 0 && !older.more && (
        <EmptyState
          emoji="🎞️"
          title={all ? m.library_no_videos_all() : m.library_no_videos()}
          text={m.library_no_videos_text()}
        />
      )}
      <GrowingList
        items={items}
        older={older}
        failed={failed}
        renderItem={(video) => (
          <VideoCard
            video={video}
            linksAuthor
            menu={<ReportItemMenu db={db} kind="video" item={video} title={videoTitle(video)} />}
          />
        )}
      />
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
