import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import styles from '../editor/editor.module.css'
import { useIntroForm } from '../video/intro-field.tsx'
import { saveIntro } from '../data/publish.ts'
import { SuccessDialog } from '../success-dialog.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody } from '#src/ui/card/card.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { asMember } from '#src/session/as-member.ts'

/** Spec 2: where a care provider sets their introduction video. */
export function AddIntroPage({ db }: { db: UserDatabase }) {
  const navigate = useNavigate()
  const [done, setDone] = useState(false)
  const { field, submit, busy, failure } = useIntroForm(async (url) => {
    await asMember(db, (token) => saveIntro(token, db.userId, url))
    setDone(true)
  })
  const waiting = busy || done
  return (
    <>
      <PageHeader
        title={m.library_intro_title()}
        text={m.library_intro_text()}
        back={
          <Link to="/profile" className={backLinkClass}>
            {m.library_back_profile()}
          </Link>
        }
      />
      <Card>
        <CardBody>
          <form
            className={styles.form}
            noValidate
            onSubmit={(event) => {
              event.preventDefault()
              if (!waiting) submit()
            }}
          >
            {failure && (
              <div role="alert">
                <Banner tone="danger">{failure}</Banner>
              </div>
            )}
            {field}
            <div className={styles.actions}>
              <Button type="submit" busy={waiting}>
                {waiting ? m.library_submitting() : m.library_submit()}
              </Button>
            </div>
          </form>
        </CardBody>
      </Card>
      {done && (
        <SuccessDialog
          title={m.library_intro_added_title()}
          text={m.library_intro_added_text()}
          onward={m.library_go_profile()}
          onDone={() => void navigate({ to: '/profile' })}
        />
      )}
    </>
  )
}
