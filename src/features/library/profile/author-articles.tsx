import { useRouter } from '@tanstack/react-router'
import { useLiveQuery } from 'dexie-react-hooks'
import { useState } from 'react'
import type { Article } from '#contract/library/model.ts'
import { profileSnippetCharsMax } from '#contract/library/snippet.ts'
import { ArticleCard } from '../article/article-card.tsx'
import { AttachmentPreview } from '../article/attachment-preview.tsx'
import { DeleteDialog } from '../delete-dialog.tsx'
import { ItemMenu } from '../item-menu.tsx'
import { readArticles } from '../data/library-store.ts'
import { ProfileItems } from './profile-items.tsx'
import { fetchArticlesOf } from '../data/author-items.ts'
import { deleteArticle } from '../data/publish.ts'
import { refreshStored } from '../data/library-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { usePages } from '#src/data/use-pages.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { showToast } from '#src/ui/message/toast-store.ts'
import { asMember } from '#src/session/as-member.ts'

export interface AuthorItemsProps {
  db: UserDatabase
  authorId: string
}

/** Spec 2: an author's articles on their profile; their own page has Edit and Delete. */
export function AuthorArticles({ db, authorId }: AuthorItemsProps) {
  const router = useRouter()
  const [previewed, setPreviewed] = useState<Article>()
  const [deleted, setDeleted] = useState<Article>()
  const pages = usePages((before) => fetchArticlesOf(db, authorId, before))
  const newest = useLiveQuery(() => readArticles(db.viewerId), [db])
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
