import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { deleteDraft, saveDraft, readDraft } from '#src/lib/dirty.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { asMember } from '#src/session/as-member.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Card, CardBody } from '#src/ui/card/card.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { useTabAttempt } from '../data/attempt.ts'
import { publishVideo, type VideoText, saveIntro } from '../data/library-calls.ts'
import { useIntroForm } from '../intro-video.tsx'
import { SuccessDialog } from '../success-dialog.tsx'
import { VideoForm } from '../video/video-form.tsx'
import styles from '../editor/editor.module.css'

/** Spec 2: where a care provider adds a video. */
export function AddVideoPage({ db }: { db: UserDatabase }) {
  const navigate = useNavigate()
  const attempt = useTabAttempt('video-attempt')
  const [done, setDone] = useState(false)
  const [initial] = useState(readFields)

  async function add(video: VideoText) {
    await attempt.run(video, (opId) => asMember(db, (token) => publishVideo(token, video, opId)))
    fieldNames.forEach((name) => deleteDraft(`video-${name}`))
    setDone(true)
  }

  return (
    <>
      <PageHeader
        title={m.library_add_video_title()}
        text={m.library_add_video_text()}
        back={
          <Link to="/library/videos" className={backLinkClass}>
            {m.library_videos()}
          </Link>
        }
      />
      <Card>
        <CardBody>
          <VideoForm
            initial={initial}
            kind="new"
            onWrite={(fields) => {
              fieldNames.forEach((name) => saveDraft(`video-${name}`, fields[name]))
            }}
            onSubmit={add}
            cancel={
              <Link to="/library/videos" className={buttonClass({ look: 'secondary' })}>
                {m.library_cancel()}
              </Link>
            }
          />
        </CardBody>
      </Card>
      {done && (
        <SuccessDialog
          title={m.library_video_added_title()}
          text={m.library_video_added_text()}
          onward={m.library_go_videos()}
          onDone={() => void navigate({ to: '/library/videos' })}
        />
      )}
    </>
  )
}

const fieldNames = ['url', 'description', 'category', 'language'] as const

function readFields() {
  return {
    url: readDraft('video-url'),
    description: readDraft('video-description'),
    category: readDraft('video-category'),
    language: readDraft('video-language'),
  }
}

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
            <FailureBanner text={failure} />
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
