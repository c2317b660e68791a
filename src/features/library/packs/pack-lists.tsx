import { useState } from 'react'
import type { SentPack } from '#contract/library/packs.ts'
import { ResourceView, ResourceMissing } from '#src/data/resource-view.tsx'
import { useResource, useRemote } from '#src/data/resource.ts'
import {
  ReportItemMenu,
  useSafetyDialog,
  type ReportItemMenuProps,
} from '#src/features/safety/safety-menu.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatMoment, formatDate } from '#src/lib/dates.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { ConfirmDialog } from '#src/ui/dialog/alert-popup.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { EmptyState } from '#src/ui/state/state-message.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { failureOf } from '../data/library-calls.ts'
import { ArticleLink, AuthorLine } from '../library-links.tsx'
import {
  packsResource,
  type PackArticle,
  type ShownPack,
  sentPacksRemote,
  takePackBack,
} from './packs-resource.ts'
import styles from './packs.module.css'

/** What care providers picked for the person, newest first, as this device has it. */
export function ReceivedPacks({ db }: { db: UserDatabase }) {
  const of = useResource(db, packsResource)
  const { ask, dialog } = useSafetyDialog(db)
  return (
    <>
      <ResourceView
        of={of}
        failed={m.library_packs_failed()}
        skeleton={{ shape: 'card', count: 2 }}
        {...(of.data && { asOf: m.library_as_of({ when: formatMoment(of.data.asOfMs) }) })}
      >
        {({ packs }) =>
          packs.length === 0 ? (
            <EmptyState
              emoji="💌"
              title={m.library_packs_empty()}
              text={m.library_packs_empty_text()}
            />
          ) : (
            <ul className={styles.packs}>
              {packs.map((pack) => (
                <li key={pack._id}>
                  <ReceivedPackCard db={db} pack={pack} onAsk={ask} />
                </li>
              ))}
            </ul>
          )
        }
      </ResourceView>
      {dialog}
    </>
  )
}

interface ReceivedPackCardProps extends Pick<ReportItemMenuProps, 'db' | 'onAsk'> {
  pack: ShownPack
}

function ReceivedPackCard({ db, pack, onAsk }: ReceivedPackCardProps) {
  const { title, note, provider, createdAt, articles } = pack
  return (
    <Card className={styles.pack}>
      <div className={styles.head}>
        <h2 className={styles.title} dir="auto">
          {title}
        </h2>
        <ReportItemMenu
          db={db}
          kind="pack"
          item={{ _id: pack._id, author: provider }}
          title={title}
          onAsk={onAsk}
        />
      </div>
      {note && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
      <AuthorLine author={provider} createdAt={createdAt} linked />
      <ul className={styles.articles}>
        {articles.map((article) => (
          <li key={article._id} className={styles.article}>
            <PackArticleLine article={article} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function PackArticleLine({ article }: { article: PackArticle }) {
  if (article.title === null) return <span className={styles.muted}>{m.library_packs_gone()}</span>
  return (
    <>
      <ArticleLink article={article} className={styles.link}>
        <bdi>{article.title}</bdi>
      </ArticleLink>
      {article.saved && (
        <Tag tone="success" icon="check">
          {m.library_saved()}
        </Tag>
      )}
    </>
  )
}

/** What a care provider has sent, to whom, and whether it arrived. Whether anybody reads it, nobody is told. */
export function SentPacks({ db }: { db: UserDatabase }) {
  const of = useRemote(db, sentPacksRemote)
  const [asked, setAsked] = useState<SentPack>()
  if (!of.data) {
    return (
      <ResourceMissing
        of={of}
        failed={m.library_packs_failed()}
        skeleton={{ shape: 'card', count: 2 }}
      />
    )
  }
  if (of.data.length === 0) {
    return (
      <EmptyState
        emoji="💌"
        title={m.library_packs_none_sent()}
        text={m.library_packs_none_sent_text()}
      />
    )
  }
  return (
    <>
      <ul className={styles.packs}>
        {of.data.map((pack) => (
          <li key={pack._id}>
            <SentPackCard pack={pack} onTakeBack={() => setAsked(pack)} />
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          title={m.library_packs_take_back_title({ title: asked.title })}
          description={m.library_packs_take_back_text()}
          confirm={m.library_packs_take_back()}
          keep={m.library_packs_keep()}
          onConfirm={async () => {
            await asMember(db, (token) => takePackBack(token, asked._id))
            of.change((packs) => packs.filter(({ _id }) => _id !== asked._id))
          }}
          failureText={(error) => failureOf(error, m.library_packs_take_back_failed()).text}
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

function SentPackCard({ pack, onTakeBack }: { pack: SentPack; onTakeBack: () => void }) {
  const { title, note, createdAt, articles, receivers, others } = pack
  return (
    <Card className={styles.pack}>
      <h2 className={styles.title} dir="auto">
        {title}
      </h2>
      {note && (
        <p className={styles.note} dir="auto">
          {note}
        </p>
      )}
      <p className={styles.muted}>{m.library_packs_sent_on({ date: formatDate(createdAt) })}</p>
      <ul className={styles.people} aria-label={m.library_packs_to()}>
        {receivers.map(({ id, firstname, lastname, received }) => (
          <li key={id}>
            <ReceiverTag name={`${firstname} ${lastname}`} received={received} />
          </li>
        ))}
        {others > 0 && (
          <li className={styles.muted}>{m.library_packs_others({ count: others })}</li>
        )}
      </ul>
      <ul className={styles.articles}>
        {articles.map((article) => (
          <li key={article._id} className={styles.article}>
            {article.title === null ? (
              <span className={styles.muted}>{m.library_packs_gone()}</span>
            ) : (
              <ArticleLink article={article} className={styles.link}>
                <bdi>{article.title}</bdi>
              </ArticleLink>
            )}
          </li>
        ))}
      </ul>
      <div>
        <Button look="quiet" size="small" icon="trash" onClick={onTakeBack}>
          {m.library_packs_take_back()} <VisuallyHidden>{title}</VisuallyHidden>
        </Button>
      </div>
    </Card>
  )
}

function ReceiverTag({ name, received }: { name: string; received: boolean }) {
  if (!received)
    return (
      <Tag>
        <bdi>{name}</bdi>
      </Tag>
    )
  return (
    <Tag tone="success" icon="check">
      {m.library_packs_received({ name })}
    </Tag>
  )
}
