import { trackerCatalog, trackerTypes, type TrackerType } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/select.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { answerLine, trackerLabels } from '../tracker-labels.ts'
import type { Look, Topic } from './look-at-table.ts'
import { asksLimits, leave, limitsOf, noTopic, type TopicDraft } from './mapping-draft.ts'
import styles from './import.module.css'

export interface MeaningCardProps {
  look: Look
  topics: Readonly<Record<string, TopicDraft>>
  onTopics: (topics: Readonly<Record<string, TopicDraft>>) => void
}

/** What the words of a table mean in ours: people rename them, so each is asked about. */
export function MeaningCard({ look, topics, onTopics }: MeaningCardProps) {
  return (
    <Card>
      <CardHeader title={m.trackers_import_meaning()} subtitle={m.trackers_import_meaning_text()} />
      <CardBody className={styles.topics}>
        {look.topics.map((topic) => (
          <TopicPart
            key={topic.name}
            topic={topic}
            draft={topics[topic.name] ?? noTopic}
            onDraft={(draft) => onTopics({ ...topics, [topic.name]: draft })}
          />
        ))}
      </CardBody>
    </Card>
  )
}

interface TopicPartProps {
  topic: Topic
  draft: TopicDraft
  onDraft: (draft: TopicDraft) => void
}

/** The tracker of a topic, and below it what its words mean there. */
function TopicPart({ topic, draft, onDraft }: TopicPartProps) {
  const { name } = topic
  const { tracker } = draft
  return (
    <div className={styles.topic}>
      <Field label={name ? m.trackers_import_topic({ topic: name }) : m.trackers_import_all_rows()}>
        <Select
          value={tracker ?? ''}
          onChange={({ target }) =>
            // What a word meant for one tracker says nothing of another one.
            onDraft({ ...noTopic, tracker: trackerTypes.find((type) => type === target.value) })
          }
        >
          <option value="">{m.trackers_import_leave_out()}</option>
          {trackerTypes.map((type) => (
            <option key={type} value={type}>
              {trackerLabels[type].name()}
            </option>
          ))}
        </Select>
      </Field>
      {tracker && (
        <div className={styles.words}>
          {asksLimits(topic) ? (
            <Limits topic={topic} tracker={tracker} draft={draft} onDraft={onDraft} />
          ) : (
            <Words topic={topic} tracker={tracker} draft={draft} onDraft={onDraft} />
          )}
        </div>
      )}
    </div>
  )
}

interface MeaningProps extends TopicPartProps {
  tracker: TrackerType
}

function Words({ topic, tracker, draft, onDraft }: MeaningProps) {
  return (
    <>
      {topic.words.map(({ word, rows }) => (
        <Field
          key={word}
          label={m.trackers_import_word({ word, rows: formatNumber(rows) })}
          required
        >
          <Select
            value={draft.words[word] ?? ''}
            onChange={({ target }) =>
              onDraft({ ...draft, words: { ...draft.words, [word]: target.value } })
            }
          >
            <option value="" disabled>
              {m.trackers_import_choose()}
            </option>
            {trackerCatalog[tracker].answers.map((answer) => (
              <option key={answer} value={answer}>
                {answerLine({ trackerType: tracker, answer })}
              </option>
            ))}
            <option value={leave}>{m.trackers_import_leave_out()}</option>
          </Select>
        </Field>
      ))}
      {topic.wordsMore > 0 && (
        <p className={styles.note}>
          {m.trackers_import_words_more({ words: formatNumber(topic.wordsMore) })}
        </p>
      )}
    </>
  )
}

/** Many different numbers are divided by three limits, best answer first. */
function Limits({ topic, tracker, draft, onDraft }: MeaningProps) {
  const { answers } = trackerCatalog[tracker]
  const lines = answers.map((answer) => answerLine({ trackerType: tracker, answer }))
  const label = draft.better === 'more' ? m.trackers_import_band_from : m.trackers_import_band_to
  const typed = draft.limits.every((limit) => limit.trim() !== '')
  const wrong = typed && limitsOf(draft) === undefined
  const { min, max } = topic.numbers ?? { min: 0, max: 0 }
  const digits = { maximumFractionDigits: 2 }
  return (
    <>
      <p className={styles.note}>
        {m.trackers_import_bands({
          min: formatNumber(min, digits),
          max: formatNumber(max, digits),
        })}
      </p>
      <SegmentedControl
        legend={m.trackers_import_meaning()}
        options={[
          { value: 'more', label: m.trackers_import_bands_high() },
          { value: 'less', label: m.trackers_import_bands_low() },
        ]}
        value={draft.better}
        onChange={(better) => onDraft({ ...draft, better })}
      />
      {draft.limits.map((limit, index) => (
        <Field
          key={index}
          label={label({ answer: lines[index] ?? '' })}
          required
          error={wrong && index === 2 ? m.trackers_import_band_wrong() : undefined}
        >
          <TextInput
            inputMode="decimal"
            value={limit}
            onChange={({ target }) => {
              const [one, two, three] = draft.limits.map((old, at) =>
                at === index ? target.value : old,
              )
              onDraft({ ...draft, limits: [one ?? '', two ?? '', three ?? ''] })
            }}
          />
        </Field>
      ))}
      <p className={styles.note}>{m.trackers_import_band_rest({ answer: lines[3] ?? '' })}</p>
    </>
  )
}
