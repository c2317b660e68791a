import type { Mail } from '#server/ports/mail/port.ts'
import { plainMail } from '#server/ports/mail/plain-mail.ts'
import { toBeProven } from './mail-to.ts'

/** The message with a reset code. The code is not in the subject, which locked screens show to everybody. */
export function resetMail(to: string, code: string): Mail {
  return codeMail(to, code, 'Your code for a new Zync password', [
    'Somebody asked to set a new password for your Zync account.',
    `Your code is ${code}. Enter it in the browser where you asked for it, within 10 minutes.`,
    'If it was not you, you need to do nothing: your password stays as it is. Never give this code to anybody.',
  ])
}

/** The message with the code that proves an address. It names nobody: whoever gets it may never have heard of us. */
export function confirmMail(to: string, code: string): Mail {
  return codeMail(to, code, 'Confirm your email for Zync', [
    'Welcome to Zync! Please confirm that this is your email.',
    `Your code is ${code}. Log in, and enter it on your dashboard or in your settings within 24 hours.`,
    'If you did not sign up for Zync, you need to do nothing: we send no other mail to an address that nobody confirmed.',
  ])
}

function codeMail(to: string, code: string, subject: string, lines: readonly string[]): Mail {
  const mail = plainMail(toBeProven(to), subject, lines)
  return { ...mail, html: mail.html.replace(code, `<strong>${code}</strong>`) }
}
