import { useState } from 'react'
import type { Booking } from '#contract/booking/model.ts'
import {
  blockKey,
  briefLettersMax,
  briefSentences,
  type BriefBlock,
  type BriefContent,
  type BriefSentence,
  type BriefSpan,
} from '#contract/brief/model.ts'
import { lettersIn } from '#contract/trackers/note.ts'
import { useLocalClock } from '#src/data/local-clock.ts'
import { useResource, useStored } from '#src/data/resource.ts'
import { bookingsResource, otherName } from '#src/features/booking/bookings-resource.ts'
import { chartDaysMax, entriesResource } from '#src/features/trackers/entries-resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { BriefDraft } from '#src/offline/features/brief-drafts.ts'
import type { KnownBrief } from '#src/offline/features/brief.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { Session } from '#src/session/session.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { TextArea } from '#src/ui/field/inputs.tsx'
import { FailureBanner } from '#src/ui/message/banner.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import {
  contentOf,
  keysOn,
  lastSessionDay,
  questBlocksResource,
  sentenceKey,
  spanDays,
  trackerBlocks,
  wordBlocks,
  sentenceWords,
} from './brief-blocks.ts'
import { sendBrief } from './brief-resource.ts'
import { BlockBody, blockTitle, BriefSheet } from './brief-sheet.tsx'
import { useEditor, type Editor } from './use-editor.ts'
import styles from './brief.module.css'

export interface BriefEditorProps {
  db: UserDatabase
  session: Session
  booking: Booking
  brief: KnownBrief
  /** What was written before; null for nothing. */
  draft: BriefDraft | null
}

/** Every part of a brief with its switch and its preview. None is switched on before its person does so. */
export function BriefEditor({ db, session, booking, brief, draft }: BriefEditorProps) {
  const editor = useEditor(db, booking, draft)
  const young = session.user.userT === 'Adolescent'
  return (
    <div className={styles.choices}>
      <Sentences editor={editor} />
      {young ? (
        <YoungParts {...{ db, booking, brief, editor }} />
      ) : (
        <Sending {...{ db, booking, brief, editor, blocks: [], span: undefined }} />
      )}
    </div>
  )
}

/** Trackers and quests are young people's. */
function YoungParts(props: PartsProps) {
  const numbers = useNumbers(props.db, props.booking, props.editor)
  return (
    <>
      <Numbers editor={props.editor} numbers={numbers} />
      <Sending {...props} blocks={numbers.blocks} span={numbers.span} />
    </>
  )
}

/** The three sentences of one's own. */
function Sentences({ editor }: { editor: Editor }) {
  return (
    <Card>
      <CardHeader title={m.brief_words_title()} subtitle={m.brief_words_text()} />
      <CardBody className={styles.choices}>
        {briefSentences.map((sentence) => (
          <Sentence key={sentence} sentence={sentence} editor={editor} />
        ))}
      </CardBody>
    </Card>
  )
}

function Sentence({ sentence, editor }: { sentence: BriefSentence; editor: Editor }) {
  const text = editor.draft.words[sentence] ?? ''
  const key = sentenceKey(sentence)
  const { title, hint } = sentenceWords[sentence]
  const isLong = lettersIn(text) > briefLettersMax
  return (
    <div className={styles.part}>
      <Field
        label={title()}
        hint={hint()}
        error={isLong ? m.brief_words_long({ max: briefLettersMax }) : undefined}
      >
        <TextArea
          rows={2}
          value={text}
          maxLength={4 * briefLettersMax}
          onChange={(event) => editor.write(sentence, event.currentTarget.value)}
        />
      </Field>
      <Checkbox
        label={m.brief_words_on({ sentence: title() })}
        checked={editor.draft.on.includes(key)}
        onChange={() => editor.toggle(key)}
      />
    </div>
  )
}

interface PartsProps {
  db: UserDatabase
  booking: Booking
  brief: KnownBrief
  editor: Editor
}

/** What this device knows of the chosen days, in the order in which a brief has it. */
function useNumbers(db: UserDatabase, booking: Booking, { draft }: Editor) {
  const { date: today } = useLocalClock()
  const entries = useResource(db, entriesResource, chartDaysMax)
  const lastSession = lastSessionDay(booking, useStored(db, bookingsResource) ?? [])
  const chosen = draft.span === 'session' && !lastSession ? '14' : draft.span
  const span = spanDays(chosen, today, lastSession)
  const quests = useStored(db, questBlocksResource, span.from, span.to) ?? []
  const blocks: BriefBlock[] = [
    ...trackerBlocks(entries.data ?? [], span),
    ...quests.map(({ block }) => block),
  ]
  const hints = new Map(
    quests.map(({ block, standsOut }) => [
      blockKey(block),
      standsOut ? m.brief_quest_hint_stands_out() : m.brief_quest_hint(),
    ]),
  )
  return { blocks, hints, span, chosen, lastSession }
}

/** The parts that come from trackers and quests, each with what it would say. */
function Numbers({ editor, numbers }: { editor: Editor; numbers: ReturnType<typeof useNumbers> }) {
  const { blocks, hints, span, chosen, lastSession } = numbers
  const spans = [
    ...(lastSession ? [{ value: 'session' as const, label: m.brief_span_session() }] : []),
    ...(['14', '30'] as const).map((value) => ({
      value,
      label: m.trackers_range_days({ days: value }),
    })),
  ]
  return (
    <Card>
      <CardHeader title={m.brief_numbers_title()} subtitle={m.brief_numbers_text()} />
      <CardBody className={styles.choices}>
        <SegmentedControl
          legend={m.brief_span()}
          options={spans}
          value={chosen}
          onChange={editor.choose}
        />
        {blocks.length === 0 && <p className={styles.quiet}>{m.brief_numbers_none()}</p>}
        {blocks.map((block) => (
          <Choice
            key={blockKey(block)}
            hint={hints.get(blockKey(block))}
            {...{ block, span, editor }}
          />
        ))}
      </CardBody>
    </Card>
  )
}

interface ChoiceProps {
  block: BriefBlock
  hint: string | undefined
  span: BriefSpan
  editor: Editor
}

function Choice({ block, hint, span, editor }: ChoiceProps) {
  const key = blockKey(block)
  return (
    <div className={styles.part}>
      <Checkbox
        label={blockTitle(block)}
        hint={hint}
        checked={keysOn(editor.draft, span).includes(key)}
        onChange={() => editor.toggle(key, span)}
      />
      <div className={styles.preview}>
        <BlockBody block={block} span={span} />
      </div>
    </div>
  )
}

interface SendingProps extends PartsProps {
  blocks: readonly BriefBlock[]
  span: BriefSpan | undefined
}

/** All of what goes along as its reader will have it, and the button that sends it. */
function Sending({ db, booking, brief, editor, blocks, span }: SendingProps) {
  const [busy, setBusy] = useState(false)
  const { draft } = editor
  const all = [...wordBlocks(draft.words), ...blocks]
  const content = contentOf(all, keysOn(draft, span), span)
  const name = otherName(booking)
  const isLong = content?.blocks.some(
    (block) => block.kind === 'words' && lettersIn(block.text) > briefLettersMax,
  )

  async function send(chosen: BriefContent) {
    setBusy(true)
    try {
      await sendBrief(db, booking._id, chosen)
      showToast({ text: m.brief_on_its_way(), tone: 'success' })
    } catch (error) {
      editor.fail(error)
    }
    setBusy(false)
  }

  return (
    <section className={styles.part} aria-label={m.brief_whole({ name })}>
      {content ? (
        <>
          <h2>{m.brief_whole({ name })}</h2>
          <BriefSheet content={content} title={m.brief_title()} />
        </>
      ) : (
        <p>{m.brief_nothing_on()}</p>
      )}
      {brief.content && content && <p className={styles.quiet}>{m.brief_replaces()}</p>}
      <p className={styles.quiet}>{m.brief_how({ name })}</p>
      <FailureBanner text={editor.failure} />
      <div>
        <Button
          busy={busy}
          disabled={!content || isLong}
          onClick={() => content && void send(content)}
        >
          {brief.content ? m.brief_send_again() : m.brief_send({ name })}
        </Button>
      </div>
    </section>
  )
}
