import type { PlanStep } from '#contract/plan/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'

/** Each step's title, in the words of its person, and what may stand there. */
export const stepWords: Record<PlanStep, { title: () => string; hint: () => string }> = {
  signs: { title: m.plan_step_signs, hint: m.plan_step_signs_hint },
  alone: { title: m.plan_step_alone, hint: m.plan_step_alone_hint },
  distract: { title: m.plan_step_distract, hint: m.plan_step_distract_hint },
  people: { title: m.plan_step_people, hint: m.plan_step_people_hint },
  professionals: { title: m.plan_step_professionals, hint: m.plan_step_professionals_hint },
  safer: { title: m.plan_step_safer, hint: m.plan_step_safer_hint },
  reasons: { title: m.plan_step_reasons, hint: m.plan_step_reasons_hint },
}

/** The address that a tap on a number opens. */
export function dialHref(phone: string): string {
  return `tel:${phone.replaceAll(/[^\d+*#]/g, '')}`
}

/** A number as it is sent: digits of every keyboard as a phone dials them. */
export function plainPhone(typed: string): string {
  return typed
    .replaceAll(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .trim()
}
