import { Link, useNavigate } from '@tanstack/react-router'
import { v7 as newUuid } from 'uuid'
import { useRef, useState } from 'react'
import { attemptOf, type Attempt } from '../op-id.ts'
import { publishVideo, type VideoText } from '../publish-calls.ts'
import { SuccessDialog } from '../success-dialog.tsx'
import { VideoForm } from '../video-form.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { deleteDraft, saveDraft, readDraft } from '#src/lib/draft.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Card, CardBody } from '#src/ui/card/card.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { asMember } from '#src/session/as-member.ts'

/** Spec 2: where a care provider adds a video. */
export function AddVideoPage({ db }: { db: UserDatabase }) {
  const navigate = useNavigate()
  const attempt = useRef<Attempt>(undefined)
  const [done, setDone] = useState(false)
  const [initial] = useState(readFields)

  async function add(video: VideoText) {
    attempt.current = attemptOf(attempt.current, JSON.stringify(video), () => newUuid())
    const { opId } = attempt.current
    await asMember(db, (token) => publishVideo(token, video, opId))
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

const fieldNames = ['url', 'description', 'category'] as const

function readFields() {
  return {
    url: readDraft('video-url'),
    description: readDraft('video-description'),
    category: readDraft('video-category'),
  }
}
