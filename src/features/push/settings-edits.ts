import type { PushSettings, Reminder } from '#contract/push/model.ts'

/** What was changed in the form and is not saved: each switch by itself, reminders as they were shown before and after. */
export interface SettingsEdits extends Partial<Omit<PushSettings, 'kinds' | 'reminders'>> {
  readonly kinds?: Partial<PushSettings['kinds']>
  readonly reminders?: ReminderEdits
}

interface ReminderEdits {
  readonly from: readonly Reminder[]
  readonly to: Reminder[]
  /** What this form has sent before: the server may have it, also where no answer came. */
  readonly sent: readonly Reminder[]
}

/** The settings with what was changed here; the rest, other reminders too, is as another device may have chosen it. */
export function withEdits(settings: PushSettings, edits: SettingsEdits): PushSettings {
  const { kinds, reminders, ...others } = edits
  return {
    ...settings,
    ...others,
    kinds: { ...settings.kinds, ...kinds },
    reminders: reminders ? withChanges(settings.reminders, reminders) : settings.reminders,
  }
}

/** The edits as they are sent: what is changed after that takes the place of what the server may have got of them. */
export function editsSent({ reminders, ...others }: SettingsEdits): SettingsEdits {
  if (!reminders) return others
  const { to, sent } = reminders
  return { ...others, reminders: { ...reminders, sent: [...sent, ...to] } }
}

/** What was changed while the rest was sent, and is not saved yet. */
export function editsSince(sent: SettingsEdits, latest: SettingsEdits): SettingsEdits {
  const isNew = ([name, value]: [string, unknown]) => value !== sent[name as keyof SettingsEdits]
  return Object.fromEntries(Object.entries(latest).filter(isNew))
}

/** In the order of the form: what nobody has touched here is as it is by now, and may be gone or be new. */
function withChanges(now: readonly Reminder[], { from, to, sent }: ReminderEdits): Reminder[] {
  const shown = to.flatMap((one) => {
    const before = sameTime(from, one)
    const isTouched = before === undefined || !isEqual(before, one)
    return isTouched ? [one] : (sameTime(now, one) ?? [])
  })
  const known = [...from, ...to, ...sent]
  return [...shown, ...now.filter((one) => !sameTime(known, one))]
}

function sameTime(reminders: readonly Reminder[], { tracker, minute }: Reminder) {
  return reminders.find((one) => one.tracker === tracker && one.minute === minute)
}

function isEqual(a: Reminder, b: Reminder): boolean {
  return a.on === b.on && a.days.join() === b.days.join()
}
