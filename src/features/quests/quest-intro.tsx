import { useState, type ReactNode } from 'react'
import type { Quest } from '#contract/quests/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { buttonClass } from '#src/ui/button/button-class.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import styles from './quest-intro.module.css'
import { categoryFaces, minutesFor } from './quest-labels.ts'
import { QuestLink, QuestsLink } from './quest-links.tsx'

export interface QuestIntroProps {
  quest: Quest
  /** Whether the quest that a gate offers instead can be played. */
  insteadOpen: boolean
  onStart: () => void
}

/** Before the first question: what will be asked, about which days, who sees it, and what this is not. */
export function QuestIntro(props: QuestIntroProps) {
  const { quest, onStart } = props
  const { emoji, tint } = categoryFaces[quest.category]
  return (
    <Card className={styles.intro}>
      <span className={styles.emoji} data-tint={tint} aria-hidden="true">
        {emoji}
      </span>
      <h2 className={styles.title2}>{quest.title2}</h2>
      <p className={styles.facts}>
        <Tag>{m.quests_challenges({ count: quest.count })}</Tag>
        <Tag icon="clock">{m.quests_minutes({ minutes: minutesFor(quest.count) })}</Tag>
      </p>
      <p>{quest.timeFrame}</p>
      {quest.contentNote && (
        <Note title={m.quests_content_note()} tone="care">
          {quest.contentNote}
        </Note>
      )}
      <Note title={m.quests_notice()} tone="plain">
        {quest.notice}
      </Note>
      <Note title={m.quests_privacy()} tone="plain">
        {m.quests_privacy_text()}
      </Note>
      {quest.gate ? (
        <Gate {...props} gate={quest.gate} />
      ) : (
        <div className={styles.start}>
          <Button wide onClick={onStart}>
            {m.quests_start()}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Note({ title, tone, children }: { title: string; tone: string; children: ReactNode }) {
  return (
    <div className={styles.note} data-tone={tone}>
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  )
}

/** Asked on this device alone: the answer is neither stored nor sent. */
function Gate(props: QuestIntroProps & { gate: NonNullable<Quest['gate']> }) {
  const { gate, insteadOpen, onStart } = props
  const [declined, setDeclined] = useState(false)
  if (declined) {
    return (
      <div className={styles.gate}>
        <output>{insteadOpen ? gate.instead.text : m.quests_gate_other()}</output>
        {insteadOpen ? (
          <QuestLink questId={gate.instead.questId} className={buttonClass({ wide: true })}>
            {m.quests_start()}
          </QuestLink>
        ) : (
          <QuestsLink className={buttonClass({ wide: true })}>{m.quests_back()}</QuestsLink>
        )}
      </div>
    )
  }
  return (
    <div className={styles.gate}>
      <h3>{gate.question}</h3>
      <p className={styles.quiet}>{m.quests_gate_private()}</p>
      <Button wide onClick={onStart}>
        {gate.yes}
      </Button>
      <Button look="secondary" wide onClick={() => setDeclined(true)}>
        {gate.no}
      </Button>
    </div>
  )
}
