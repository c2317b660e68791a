import type { Mail } from '#server/ports/mail/port.ts'

/** The message with a reset code. The code is not in the subject, which locked screens show to everybody. */
export function resetMail(to: string, code: string): Mail {
  const lines = [
    'Somebody asked to set a new password for your Zync account.',
    `Your code is ${code}. Enter it in the browser where you asked for it, within 10 minutes.`,
    'If it was not you, you need to do nothing: your password stays as it is. Never give this code to anybody.',
  ]
  return {
    to,
    subject: 'Your code for a new Zync password',
    text: `${lines.join('\n\n')}\n`,
    html: lines
      .map((line) => `<p>${line.replace(code, `<strong>${code}</strong>`)}</p>`)
      .join('\n'),
  }
}
