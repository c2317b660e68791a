import { trackerCatalog, type TrackerType, trackerTypes } from '#contract/trackers/catalog.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import { Card, CardBody, CardHeader } from '#src/ui/card/card.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { TextInput } from '#src/ui/field/text-input.tsx'
import { answerLine, trackerLabels } from '../tracker-labels.ts'
import { numberIn, type DateOrder, type Columns, type Look, type Topic } from './look-at-table.ts'
import type { Bands, Mapping, SeveralChoice, TopicMeaning } from './plan-import.ts'
import styles from './import.module.css'

/** What was said so far of the rows about one topic. */
interface TopicDraft {
  /** Undefined where its rows are left out. */
  readonly tracker: TrackerType | undefined
  /** The answer that a word means; `leave` for none of them, absent where nobody has said yet. */
  readonly words: Readonly<Record<string, string>>
  /** The limits of the three better answers, as they were typed. */
  readonly limits: readonly [string, string, string]
  readonly better: 'more' | 'less'
}

/** What was said so far of a table. */
export interface MappingDraft {
  readonly columns: Columns
  readonly order: DateOrder | undefined
  readonly topics: Readonly<Record<string, TopicDraft>>
  /** Undefined where nobody has said yet. */
  readonly several: SeveralChoice | undefined
  readonly notes: boolean
  /** Undefined where no tags are to come along. */
  readonly tags: readonly string[] | undefined
}

const leave = 'leave'

/** What was said of a word; any word may stand in a file, also one that every object answers to. */
function saidOf<T>(words: Readonly<Record<string, T>>, word: string): T | undefined {
  return Object.hasOwn(words, word) ? words[word] : undefined
}

export const noTopic: TopicDraft = {
  tracker: undefined,
  words: {},
  limits: ['', '', ''],
  better: 'more',
}

export function emptyDraft(columns: Columns): MappingDraft {
  const none = { order: undefined, several: undefined, tags: undefined }
  return { columns, ...none, topics: {}, notes: false }
}

/** More different numbers than anybody wants to be asked about one by one. */
const askedNumbersMax = 12

/** Whether a topic is asked about by limits and not word by word. */
function asksLimits({ numbers, words, wordsMore }: Topic): boolean {
  return numbers !== undefined && words.length + wordsMore > askedNumbersMax
}

/** The limits as numbers, each further than the one before; undefined where they are not. */
export function limitsOf({ limits, better }: TopicDraft): Bands['from'] | undefined {
  const [one, two, three] = limits.map(numberIn)
  if (one === undefined || two === undefined || three === undefined) return undefined
  const inOrder = better === 'more' ? one > two && two > three : one < two && two < three
  return inOrder ? [one, two, three] : undefined
}

/** Everything that was asked, once all of it was answered; undefined before. */
export function finished(draft: MappingDraft, look: Look, tagMark: string): Mapping | undefined {
  const { columns, several, notes, tags } = draft
  const [only, other] = look.orders
  const order = other === undefined ? (only ?? 'day_first') : draft.order
  const chosen = look.topics.filter(({ name }) => saidOf(draft.topics, name)?.tracker)
  const topics = chosen.map((topic) =>
    meaningOf(topic, saidOf(draft.topics, topic.name) ?? noTopic),
  )
  const said = topics.filter((topic) => topic !== undefined)
  if (!order || !several || said.length === 0 || said.length < topics.length) return undefined
  return { columns, order, topics: said, several, notes, tags: new Set(tags), tagMark }
}

function meaningOf(topic: Topic, draft: TopicDraft): TopicMeaning | undefined {
  const { tracker } = draft
  if (!tracker) return undefined
  if (asksLimits(topic)) {
    const from = limitsOf(draft)
    const bands = from && { answers: trackerCatalog[tracker].answers, from }
    return bands && { name: topic.name, tracker, words: new Map(), bands }
  }
  const words = topic.words.map(({ word }) => [word, saidOf(draft.words, word)] as const)
  if (words.some(([, meant]) => meant === undefined)) return undefined
  const meant = words.flatMap(([word, answer]): [string, string][] =>
    answer && answer !== leave ? [[word, answer]] : [],
  )
  return { name: topic.name, tracker, words: new Map(meant) }
}

interface MeaningCardProps {
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
            draft={saidOf(topics, topic.name) ?? noTopic}
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
            value={saidOf(draft.words, word) ?? ''}
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
