import { Link } from '@tanstack/react-router'
import { useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { useSession } from '#src/session/session.ts'
import { cardLinkClass } from '#src/ui/card/card.tsx'
import { LinkCards } from '#src/ui/card/lists.tsx'
import { BackToDashboard } from '#src/ui/nav/back-links.tsx'
import { PageHeader } from '#src/ui/nav/page-header.tsx'
import { articlesResource } from '../data/library-resource.ts'

/** Spec 2: 'Wellness Library', the way to articles and videos; and to what is stored on this device. */
export function LibraryPage({ db }: { db: UserDatabase }) {
  // Opening the library's front door is enough to have it along without a network.
  useResource(db, articlesResource)
  const provider = useSession()?.user.userT === 'ServiceProvider'
  return (
    <>
      <PageHeader title={m.library_title()} text={m.library_text()} back={<BackToDashboard />} />
      <LinkCards
        cards={[
          {
            id: 'articles',
            emoji: '📖',
            tint: 'peach',
            link: (
              <Link className={cardLinkClass} to="/library/articles">
                {m.library_articles()}
              </Link>
            ),
            text: m.library_articles_text(),
          },
          {
            id: 'videos',
            emoji: '🎬',
            tint: 'lilac',
            link: (
              <Link className={cardLinkClass} to="/library/videos">
                {m.library_videos()}
              </Link>
            ),
            text: m.library_videos_text(),
          },
          {
            id: 'shelf',
            emoji: '🔖',
            tint: 'mint',
            link: (
              <Link className={cardLinkClass} to="/library/shelf">
                {m.library_shelf()}
              </Link>
            ),
            text: m.library_shelf_text(),
          },
          {
            id: 'packs',
            emoji: '💌',
            tint: 'sky',
            link: (
              <Link className={cardLinkClass} to="/library/packs">
                {provider ? m.library_packs() : m.library_packs_from()}
              </Link>
            ),
            text: provider ? m.library_packs_text() : m.library_packs_from_text(),
          },
        ]}
      />
    </>
  )
}
