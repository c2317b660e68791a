import { neutralWords, pushWords } from '#contract/push/words.ts'
import type { SessionFacts, Words } from './words.ts'

const inTheApp = 'You’ll find all your sessions in the app.'
const moved = 'Your session has moved'
const canceled = 'Your session was canceled'

/** The server's words in English, letter for letter those of the specification where it has them. */
export const en: Words = {
  resetCode: (code) => ({
    subject: 'Your code for a new Zync password',
    paragraphs: [
      'Somebody asked to set a new password for your Zync account.',
      `Your code is ${code}. Enter it in the browser where you asked for it, within 10 minutes.`,
      'If it was not you, you need to do nothing: your password stays as it is. Never give this code to anybody.',
    ],
  }),
  confirmCode: (code) => ({
    subject: 'Confirm your email for Zync',
    paragraphs: [
      'Welcome to Zync! Please confirm that this is your email.',
      `Your code is ${code}. Log in, and enter it on your dashboard or in your settings within 24 hours.`,
      'If you did not sign up for Zync, you need to do nothing: we send no other mail to an address that nobody confirmed.',
    ],
  }),
  sessions: {
    booked: (session) => ({
      subject: 'Your session is booked',
      paragraphs: [`Your session${withOther(session)} is on ${session.when}.`, inTheApp],
    }),
    moved: (session) => ({
      subject: moved,
      paragraphs: [`Your session${withOther(session)} is now on ${session.when}.`, inTheApp],
    }),
    accepted: (session) => ({
      subject: moved,
      paragraphs: [
        `Your session${withOther(session)} is now on ${session.when}, as proposed.`,
        inTheApp,
      ],
    }),
    cancelled: (session) => ({
      subject: canceled,
      paragraphs: [
        `Your session${withOther(session)} on ${session.when} was canceled.`,
        ...(session.cancelTapped !== null && session.role === 'provider'
          ? [
              `They canceled on ${session.cancelTapped}, in time, and could not reach us until later.`,
            ]
          : []),
        ...(session.role === 'client' ? ['You can book it again.'] : []),
        inTheApp,
      ],
    }),
    declined: (session) => ({
      subject: 'Your session stays as it was',
      paragraphs: [
        `Your session${withOther(session)} stays on ${session.when}: the other time was declined.`,
        inTheApp,
      ],
    }),
    proposed: (session) => ({
      subject: 'Another time for your session?',
      paragraphs: [
        `Could your session${withOther(session)} move from ${session.when} to ${session.other ?? 'another time'}?`,
        'You choose: accept the new time or keep yours, in the app under My sessions.',
      ],
    }),
    withdrawn: ({ when, role }) => ({
      subject: canceled,
      paragraphs: [
        `Your session on ${when} can’t take place, so Zync canceled it.`,
        role === 'client'
          ? 'You got the credit back. The app shows you who else is there for you.'
          : 'Your client got the credit back.',
        inTheApp,
      ],
    }),
    providerLeft: ({ when }) => ({
      subject: canceled,
      paragraphs: [
        `Your session on ${when} is canceled: its care provider isn’t on Zync anymore.`,
        'The app shows you who else is there for you.',
      ],
    }),
    reminder: (session) => ({
      subject: 'Your session is coming up',
      paragraphs: [`Your session${withOther(session)} is on ${session.when}.`, inTheApp],
    }),
    alone: ({ when }) => ({
      subject: canceled,
      paragraphs: [`A session on ${when} is canceled: the account that booked it is gone.`],
    }),
  },
  receipt: ({
    number,
    sessions,
    minutes,
    seller,
    price,
    vatPercent,
    vat,
    total,
    payer,
    sandbox,
  }) => ({
    subject: `Your Zync receipt ${number}`,
    paragraphs: [
      `Thank you. You bought ${sessions === 1 ? '1 session' : `${sessions} sessions`} of ${minutes} minutes${seller === null ? '' : ` with ${seller}`}.`,
      `Price ${price}, VAT ${vatPercent}% ${vat}, total ${total}.`,
      ...(sandbox ? ['This was the sandbox: no money was taken.'] : []),
      payer === 'self'
        ? 'You find your receipts and the sessions that are left in the app, under My payments.'
        : 'You paid for somebody else. If it is refunded, the money goes back to you. We delete your email address now.',
    ],
  }),
  sessionsLost: (sessions) => ({
    subject: 'Sessions that can’t take place',
    paragraphs: [
      `${sessions === 1 ? '1 session' : `${sessions} sessions`} that you have left can’t take place: the care provider isn’t on Zync anymore.`,
      'The Zync team gives back the money that was paid for this. You don’t need to do anything.',
      'The app shows you who else is there for you.',
    ],
  }),
  calendarExpired: {
    subject: 'Nobody can book you: Google Calendar isn’t connected',
    paragraphs: [
      'Google doesn’t let Zync see your calendar anymore. Access may have been withdrawn, or your password changed.',
      'Until you connect it again, nobody can book a session with you. Sessions that were booked stay booked.',
      'In Zync, open Edit Profile, then Calendar Settings, and connect Google Calendar again, or disconnect it to use your busy times there.',
    ],
  },
  push: pushWords,
  discreetPush: neutralWords.en,
  calendarSession: 'Zync session',
}

function withOther({ name }: SessionFacts): string {
  return name === null ? '' : ` with ${name}`
}
