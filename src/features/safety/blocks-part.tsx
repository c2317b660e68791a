import { useState } from 'react'
import type { Block } from '#contract/safety/api.ts'
import { ResourceView } from '#src/data/resource-view.tsx'
import { useLive, useResource } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatDate } from '#src/lib/dates.ts'
import { serverWords } from '#src/offline/api/api-error.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { readProfile } from '#src/session/own-profile.ts'
import type { Session } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Row, Rows } from '#src/ui/card/lists.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { blocksResource, unblock } from './blocks-resource.ts'
import { maySpeakUp } from './safety-menu.tsx'
import styles from './blocks-part.module.css'

/** Whom the person has blocked, in the settings; nothing for who cannot block. */
export function BlocksPart({ db, session }: { db: UserDatabase; session: Session }) {
  const known = useLive(db, async () => ({ profile: await readProfile(db) }))
  return known && maySpeakUp(session.user, known.profile) ? <Blocks db={db} /> : null
}

function Blocks({ db }: { db: UserDatabase }) {
  const blocks = useResource(db, blocksResource)
  return (
    <Card>
      <CardHeader title={m.reports_blocks_title()} subtitle={m.reports_blocks_text()} />
      <CardBody>
        <ResourceView
          of={blocks}
          compact
          skeleton={{ count: 2 }}
          failed={m.reports_blocks_failed()}
          offline={m.reports_blocks_offline()}
          empty={<p className={styles.muted}>{m.reports_blocks_none()}</p>}
        >
          {(rows) => (
            <Rows>
              {rows.map((block) => (
                <BlockRow key={block.userId} db={db} block={block} />
              ))}
            </Rows>
          )}
        </ResourceView>
      </CardBody>
    </Card>
  )
}

/** One person, and the way to take the block back. */
function BlockRow({ db, block }: { db: UserDatabase; block: Block }) {
  const [busy, setBusy] = useState(false)

  async function takeBack() {
    setBusy(true)
    try {
      await asMember(db, (token) => unblock(db, token, block.userId))
      showToast({ text: m.reports_unblocked({ name: block.name }), tone: 'success' })
    } catch (error) {
      const message = serverWords(error) ?? m.reports_no_answer()
      showToast({ text: m.reports_unblock_failed({ message }), tone: 'danger' })
    }
    setBusy(false)
  }

  return (
    <Row
      title={block.name}
      note={m.reports_blocks_since({ date: formatDate(block.createdAt) })}
      end={
        <Button look="secondary" size="small" busy={busy} onClick={() => void takeBack()}>
          {m.reports_unblock()}
          <VisuallyHidden> {block.name}</VisuallyHidden>
        </Button>
      }
    />
  )
}
