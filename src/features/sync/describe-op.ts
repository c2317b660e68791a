import * as v from 'valibot'
import {
  commandSchema,
  type Command,
  type CommandKind,
  type PayloadOf,
} from '#contract/commands.ts'
import type { ShareKindName } from '#contract/sharing/model.ts'
import { reactionLabels } from '#src/features/chat/reactions/reactions.tsx'
import { questTitle } from '#src/features/quests/quest-words.ts'
import { sourceName } from '#src/features/trackers/import/source-name.ts'
import { feelingLabel, tagLabel } from '#src/features/trackers/notes/note-labels.ts'
import { answerLabel, trackerLabels } from '#src/features/trackers/tracker-labels.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { joinFacts, joinWords } from '#src/i18n/speech.ts'
import { formatDay, formatMoment } from '#src/lib/dates.ts'
import type { OutboxRow } from '#src/offline/engine/outbox-row.ts'

/** An unsent operation as its person reads it. */
export interface OpText {
  readonly title: string
  readonly detail: string
}

/** Every kind has its texts: a new one does not compile without. */
const describers: { [K in CommandKind]: (payload: PayloadOf<K>) => OpText } = {
  'trackers.record': ({ trackerType, answer, date }) => ({
    title: trackerLabels[trackerType].notSent({ answer: answerLabel(answer) }),
    detail: m.sync_tracker_day({ day: formatDay(date) }),
  }),
  'trackers.note': ({ trackerType, day, feelings, tags, ownTags, text }) => ({
    title: m.sync_tracker_note({ tracker: trackerLabels[trackerType].name() }),
    detail: joinFacts([
      formatDay(day),
      joinWords(feelings.map((each) => feelingLabel(each) ?? each)),
      joinWords([...tags.map((each) => tagLabel(each) ?? each), ...ownTags]),
      text,
    ]),
  }),
  'trackers.picture': ({ trackerType, day, removes }) => ({
    title: (removes === null ? m.sync_tracker_picture : m.sync_tracker_picture_off)({
      tracker: trackerLabels[trackerType].name(),
    }),
    detail: formatDay(day),
  }),
  'trackers.import': ({ source, entries }) => {
    const days = entries.map(({ date }) => date).toSorted()
    const [from, to] = [days[0] ?? '', days.at(-1) ?? '']
    return {
      title: m.sync_import({ app: sourceName(source) }),
      detail: m.sync_import_detail({
        count: entries.length,
        from: formatDay(from),
        to: formatDay(to),
      }),
    }
  },
  'trackers.undo_import': () => ({
    title: m.sync_import_undo(),
    detail: m.sync_import_undo_detail(),
  }),
  'quest.respond': ({ questId, takenOn }) => ({
    title: m.sync_quest({ title: questTitle(questId) ?? String(questId) }),
    detail: m.sync_quest_day({ day: formatDay(takenOn) }),
  }),
  'booking.cancel': ({ tappedAt }) => ({
    title: m.sync_cancel(),
    detail: m.sync_cancel_detail({ when: formatMoment(Date.parse(tappedAt)) }),
  }),
  'brief.send': ({ content: { blocks } }) => {
    const sentences = blocks.map((block) => (block.kind === 'words' ? block.text : ''))
    return { title: m.sync_brief(), detail: joinFacts(sentences) || m.sync_brief_detail() }
  },
  'share.revoke': ({ kind }) => ({
    title: hidden[kind](),
    detail: m.sync_share_detail(),
  }),
  'chat.send': ({ content, file }) => ({
    title: file ? m.sync_message_file() : m.sync_message(),
    detail: content || (file?.name ?? ''),
  }),
  'chat.delete': () => ({
    title: m.sync_message_delete(),
    detail: m.sync_message_delete_detail(),
  }),
  'chat.react': ({ reaction }) => ({
    title: reaction
      ? m.sync_reaction({ name: reactionLabels[reaction]() })
      : m.sync_reaction_back(),
    detail: m.sync_reaction_detail(),
  }),
  'plan.put': ({ text, phone }) => ({
    title: m.sync_plan_put(),
    detail: joinFacts([text, phone ?? '']),
  }),
  'plan.remove': () => ({ title: m.sync_plan_remove(), detail: m.sync_plan_remove_detail() }),
  'plan.propose': (payload) => ({
    title: m.sync_plan_propose(),
    detail: payload.change === 'remove' ? m.sync_plan_propose_remove() : payload.text,
  }),
  'plan.decline': () => ({ title: m.sync_plan_decline(), detail: m.sync_plan_decline_detail() }),
  'safety.block': () => ({ title: m.sync_block(), detail: m.sync_block_detail() }),
  'safety.report': ({ note }) => ({
    title: m.sync_report(),
    detail: note || m.sync_report_detail(),
  }),
}

const hidden: { [K in ShareKindName]: () => string } = {
  score: m.sync_share_score,
  result: m.sync_share_result,
  plan: m.sync_share_plan,
  brief: m.sync_share_brief,
}

/** The text of a command, whose kind and payload belong together. */
function textOf<K extends CommandKind>({ kind, payload }: CommandPair<K>): OpText {
  return describers[kind](payload)
}
type CommandPair<K extends CommandKind> = { [P in K]: { kind: P; payload: PayloadOf<P> } }[K]

/** The command inside a stored row, or undefined where this build cannot read it. */
export function commandIn(row: Pick<OutboxRow, 'kind' | 'payload'>): Command | undefined {
  const parsed = v.safeParse(commandSchema, { kind: row.kind, payload: row.payload })
  return parsed.success ? parsed.output : undefined
}

/** What the person did; of a row that cannot be read, as much as can be said. */
export function describeOp(row: Pick<OutboxRow, 'kind' | 'payload'>): OpText {
  const command = commandIn(row)
  if (!command) return { title: m.sync_unknown(), detail: m.sync_unknown_detail() }
  return textOf(command)
}

/** The same as one text, for the clipboard; an unreadable row gives out what is stored. */
export function copyText(row: Pick<OutboxRow, 'kind' | 'payload'>): string {
  if (!commandIn(row)) return JSON.stringify(row.payload)
  const { title, detail } = describeOp(row)
  return `${title}\n${detail}`
}
