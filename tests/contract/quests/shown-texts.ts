import type { Quest } from '#contract/quests/model.ts'

/** A text that a teen can read, and where it stands. */
export interface ShownText {
  readonly where: string
  readonly text: string
}

/** Every text of a quest that reaches a screen; the source is for developers and is not among them. */
export function shownTexts(quest: Quest): ShownText[] {
  const { title, title2, description, timeFrame, notice, contentNote, gate } = quest
  const front = { title, title2, description, timeFrame, notice, contentNote }
  const gates = { gate: gate?.question, yes: gate?.yes, no: gate?.no, instead: gate?.instead.text }
  return [
    ...named(quest, { ...front, ...gates, distress: quest.distress?.text }),
    ...quest.questions.flatMap(({ id, text, hint, contentNote }) =>
      named(quest, { [id]: text, hint, contentNote }),
    ),
    ...optionTexts(quest).map((text) => ({ where: `${quest.type} option`, text })),
    ...quest.scores.map(({ id, label }) => ({ where: `${quest.type} score ${id}`, text: label })),
    ...quest.bands.flatMap(({ label, text }) => named(quest, { label, band: text })),
    ...(quest.conflicts ?? []).flatMap(({ id, text }) => named(quest, { [id]: text })),
    ...quest.risks.flatMap(({ title, text }) => named(quest, { risk: title, help: text })),
  ]
}

/** Every option text once. */
export function optionTexts({ questions, distress }: Quest): string[] {
  const options = [...questions.flatMap(({ options }) => options), ...(distress?.options ?? [])]
  return [...new Set(options.map(({ text }) => text))]
}

/** What a teen is asked to agree with: the questions, and both sentences of a pair. */
export function askedSentences({ questions }: Quest): string[] {
  const sentences = questions.flatMap(({ type, text, options }) =>
    type === 'PAIR' ? [text, ...options.map((option) => option.text)] : [text],
  )
  return [...new Set(sentences)]
}

function named(quest: Quest, texts: Readonly<Record<string, string | undefined>>): ShownText[] {
  return Object.entries(texts).flatMap(([name, text]) =>
    text === undefined ? [] : [{ where: `${quest.type} ${name}`, text }],
  )
}
