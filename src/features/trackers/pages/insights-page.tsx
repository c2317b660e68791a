import { Link } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { latestDaysMax } from '#contract/trackers/api.ts'
import { trackerCatalog, type TrackerType } from '#contract/trackers/catalog.ts'
import { preload, useStored } from '#src/data/resource.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts, joinWords } from '#src/i18n/speech.ts'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Card, CardBody } from '#src/ui/card/card.tsx'
import { Checkbox } from '#src/ui/choice/checkbox.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import { Field } from '#src/ui/field/field.tsx'
import { Select } from '#src/ui/field/inputs.tsx'
import { backLinkClass, PageHeader } from '#src/ui/nav/page-header.tsx'
import { answeredDays, entriesResource, isGivenHere } from '../entries-resource.ts'
import { answerTo, askableResource, pairsOf, type Question } from '../insights/question.ts'
import type { Counts, Relation } from '../insights/relate.ts'
import { answerLabel, trackerLabels } from '../tracker-labels.ts'
import chartTable from '#src/ui/chart/chart-table.module.css'
import styles from './insights-page.module.css'

/** For the loader of the route: all of it is on this device. */
export async function preloadInsights(db: UserDatabase): Promise<void> {
  await Promise.all([preload(db, entriesResource, latestDaysMax), preload(db, askableResource)])
}

/** One question at a time about one's own answers; it is answered on this device, and no server is asked. */
export function InsightsPage({ db }: { db: UserDatabase }) {
  const known = useStored(db, entriesResource, latestDaysMax) ?? []
  const askable = useStored(db, askableResource) ?? []
  const [chosen, setChosen] = useState<Question>(usual)
  const [answered, setAnswered] = useState<{ question: Question; relation: Relation }>()
  const [busy, setBusy] = useState(false)
  // Decisions 069: what another app asked was asked in other words.
  const [withImported, setWithImported] = useState(false)
  const entries = withImported ? known : known.filter(isGivenHere)
  const question = { ...chosen, ...offered(chosen, askable) }
  const { first, second, when } = question

  async function look(event: FormEvent) {
    event.preventDefault()
    setBusy(true)
    const relation = await answerTo(pairsOf(entries, question))
    setBusy(false)
    setAnswered({ question, relation })
  }

  return (
    <>
      <PageHeader
        title={m.insights_title()}
        text={m.insights_text()}
        back={
          <Link className={backLinkClass} to="/trackers">
            {m.trackers_title()}
          </Link>
        }
      />
      <Card>
        <form className={styles.form} onSubmit={(event) => void look(event)}>
          <div className={styles.pair}>
            <Field label={m.insights_first()}>
              <TrackerSelect
                of={askable}
                value={first}
                onChange={(type) =>
                  // The two change places where one becomes the other: nothing is asked about itself.
                  setChosen({ ...question, first: type, second: type === second ? first : second })
                }
              />
            </Field>
            <Field label={m.insights_second()}>
              <TrackerSelect
                of={askable.filter((type) => type !== first)}
                value={second}
                onChange={(type) => setChosen({ ...question, second: type })}
              />
            </Field>
          </div>
          <SegmentedControl
            legend={m.insights_when()}
            options={(['same_day', 'next_day'] as const).map((value) => ({
              value,
              label: whenLabel(value),
            }))}
            value={when}
            onChange={(next) => setChosen({ ...question, when: next })}
          />
          {known.some((entry) => !isGivenHere(entry)) && (
            <Checkbox
              label={m.insights_imported()}
              checked={withImported}
              onChange={({ target }) => {
                setWithImported(target.checked)
                setAnswered(undefined)
              }}
            />
          )}
          <Button type="submit" busy={busy}>
            {m.insights_look()}
          </Button>
          <p className={styles.note}>{m.insights_days({ days: answeredDays(entries) })}</p>
        </form>
        <CardBody aria-live="polite">
          {answered && isSame(answered.question, question) && (
            <div className={styles.answer} ref={showWhole}>
              <Answer {...answered} />
            </div>
          )}
        </CardBody>
      </Card>
    </>
  )
}

/** On a phone the answer begins below what is seen. */
function showWhole(answer: HTMLElement | null): void {
  answer?.scrollIntoView({ block: 'nearest' })
}

const usual: Question = { first: 'Sleep', second: 'Mood', when: 'same_day' }

/** What is chosen as far as one may ask about it. */
function offered(
  { first, second }: Question,
  askable: readonly TrackerType[],
): Pick<Question, 'first' | 'second'> {
  const may = (type: TrackerType) => askable.length === 0 || askable.includes(type)
  if (may(first) && may(second)) return { first, second }
  return { first: usual.first, second: usual.second }
}

function isSame(one: Question, other: Question): boolean {
  return one.first === other.first && one.second === other.second && one.when === other.when
}

interface TrackerSelectProps {
  of: readonly TrackerType[]
  value: TrackerType
  onChange: (type: TrackerType) => void
}

function TrackerSelect({ of, value, onChange }: TrackerSelectProps) {
  return (
    <Select
      value={value}
      onChange={({ target }) => {
        const type = of.find((each) => each === target.value)
        if (type) onChange(type)
      }}
    >
      {of.map((type) => (
        <option key={type} value={type}>
          {trackerLabels[type].name()}
        </option>
      ))}
    </Select>
  )
}

interface AnswerProps {
  question: Question
  relation: Relation
}

function Answer({ question, relation }: AnswerProps) {
  switch (relation.kind) {
    case 'not_enough':
      return <p className={styles.verdict}>{m.insights_missing({ days: relation.daysMissing })}</p>
    case 'none':
      return <p className={styles.verdict}>{m.insights_none()}</p>
    case 'together':
      return (
        <>
          <Sentences question={question} counts={relation} />
          <p className={styles.verdict}>
            {relation.direction === 'same' ? m.insights_together() : m.insights_opposite()}
          </p>
          <CountsTable question={question} counts={relation} />
        </>
      )
  }
}

interface CountsProps {
  question: Question
  counts: Counts
}

/** What the person's days show, a sentence for each half of the first tracker. */
function Sentences({ question, counts }: CountsProps) {
  const { first, second, when } = question
  const halves = halvesOf(question, counts)
  return ([counts.better, counts.lesser] as const).map(({ days, secondBetter }, index) => (
    <p key={index}>
      {m.insights_side({
        days,
        first: trackerLabels[first].name(),
        answers: halves.first[index] ?? '',
        second: trackerLabels[second].name(),
        when: whenLabel(when),
        good: halves.second[0],
        hits: secondBetter,
      })}
    </p>
  ))
}

/** The four counts. */
function CountsTable({ question, counts }: CountsProps) {
  const { first, second, when } = question
  const halves = halvesOf(question, counts)
  const [firstName, secondName] = [trackerLabels[first].name(), trackerLabels[second].name()]
  const caption = joinFacts([firstName, secondName, whenLabel(when)])
  return (
    <table className={chartTable.table}>
      <caption className={chartTable.caption}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{firstName}</th>
          {halves.second.map((answers) => (
            <th key={answers} scope="col">
              {joinFacts([secondName, answers])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {([counts.better, counts.lesser] as const).map(({ days, secondBetter }, index) => (
          <tr key={index}>
            <th scope="row">{halves.first[index]}</th>
            <td>{secondBetter}</td>
            <td>{days - secondBetter}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Halves = readonly [better: string, lesser: string]

/** The answers of both trackers' halves in words, the better ones first. */
function halvesOf(
  { first, second }: Question,
  { betterFrom }: Counts,
): Record<'first' | 'second', Halves> {
  return { first: halves(first, betterFrom[0]), second: halves(second, betterFrom[1]) }
}

function halves(type: TrackerType, from: number): Halves {
  const { unit } = trackerLabels[type]
  const words = trackerCatalog[type].answers.map(answerLabel)
  const named = (half: readonly string[]) =>
    unit ? `${joinWords(half)} ${unit()}` : joinWords(half)
  return [named(words.slice(0, 5 - from)), named(words.slice(5 - from))]
}

function whenLabel(when: Question['when']): string {
  return when === 'same_day' ? m.insights_same_day() : m.insights_next_day()
}
