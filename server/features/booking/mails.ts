import type { BookingRole } from '#contract/booking/policy.ts'
import { plainMail } from '#server/ports/mail/plain-mail.ts'
import type { Mail, MailAddress } from '#server/ports/mail/port.ts'
import type { BookingNews, ProposalNews } from './side-effects.ts'

/** Whom a message is for, and what it says about a session. */
export interface SessionMail {
  readonly to: MailAddress
  readonly role: BookingRole
  /** The other person's name; null once their account is gone. */
  readonly otherName: string | null
  readonly startsAt: Date
  /** The zone whose clock the reader most likely goes by. */
  readonly timeZone: string
}

/** Subjects say neither with whom nor what about: locked screens show them to everybody. */
const subjects: Readonly<Record<BookingNews, string>> = {
  booked: 'Your session is booked',
  moved: 'Your session has moved',
  accepted: 'Your session has moved',
  cancelled: 'Your session was canceled',
}

/** Tells one of the two what became of their session. */
export function newsMail(news: BookingNews, mail: SessionMail): Mail {
  const when = timeText(mail.startsAt, mail.timeZone)
  const lines: Readonly<Record<BookingNews, string>> = {
    booked: `Your session${withOther(mail)} is on ${when}.`,
    moved: `Your session${withOther(mail)} is now on ${when}.`,
    accepted: `Your session${withOther(mail)} is now on ${when}, as proposed.`,
    cancelled: `Your session${withOther(mail)} on ${when} was canceled.`,
  }
  const credit = news === 'cancelled' && mail.role === 'client'
  return plainMail(mail.to, subjects[news], [
    lines[news],
    ...(credit ? ['You can book it again.'] : []),
    'You’ll find all your sessions in the app.',
  ])
}

/** Asks a client whether another time suits them too, or tells a provider that theirs does not. */
export function proposalMail(
  news: ProposalNews,
  mail: SessionMail & { readonly proposedStartsAt: Date | null },
): Mail {
  const { to, startsAt, proposedStartsAt, timeZone } = mail
  const when = timeText(startsAt, timeZone)
  if (news === 'declined') {
    return plainMail(to, 'Your session stays as it was', [
      `Your session${withOther(mail)} stays on ${when}: the other time was declined.`,
      'You’ll find all your sessions in the app.',
    ])
  }
  const other = proposedStartsAt ? timeText(proposedStartsAt, timeZone) : 'another time'
  return plainMail(to, 'Another time for your session?', [
    `Could your session${withOther(mail)} move from ${when} to ${other}?`,
    'You choose: accept the new time or keep yours, in the app under My sessions.',
  ])
}

/** Tells one of the two that the product cancelled their session. It says no more than that: mail is read by others too. */
export function withdrawnMail(mail: SessionMail): Mail {
  const when = timeText(mail.startsAt, mail.timeZone)
  return plainMail(mail.to, subjects.cancelled, [
    `Your session${withOther(mail)} on ${when} can’t take place, so Zync canceled it.`,
    mail.role === 'client'
      ? 'You got its credit back. The app shows you who else is there for you.'
      : 'Your client got its credit back.',
    'You’ll find all your sessions in the app.',
  ])
}

export function reminderMail(mail: SessionMail): Mail {
  const when = timeText(mail.startsAt, mail.timeZone)
  return plainMail(mail.to, 'Your session is coming up', [
    `Your session${withOther(mail)} is on ${when}.`,
    'You’ll find all your sessions in the app.',
  ])
}

/** For a provider whose client's account is gone, and the session with it. */
export function aloneMail(to: MailAddress, startsAt: Date, timeZone: string): Mail {
  return plainMail(to, subjects.cancelled, [
    `A session on ${timeText(startsAt, timeZone)} is canceled: the account that booked it is gone.`,
  ])
}

/** Spec 9: dates are shown in US long format. The zone stands beside it. */
export function timeText(startsAt: Date, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    dateStyle: 'full',
    timeStyle: 'short',
  })
  return `${format.format(startsAt).replaceAll('\u202f', ' ')} (${timeZone})`
}

function withOther({ otherName }: SessionMail): string {
  return otherName === null ? '' : ` with ${otherName}`
}
