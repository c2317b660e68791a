import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { AdminError } from './admin-commands.ts'

/**
 * The password for a new superAdmin: from ADMIN_PASSWORD, or typed twice on the terminal, unseen. Never an argument:
 * those stand in the shell's history and in every list of processes.
 */
export async function askAdminPassword(): Promise<string> {
  const given = process.env['ADMIN_PASSWORD']
  if (given) return given
  if (!process.stdin.isTTY) {
    throw new AdminError('There is no terminal to ask on: set ADMIN_PASSWORD.')
  }
  const password = await askUnseen('Password: ')
  if ((await askUnseen('Again: ')) !== password) throw new AdminError('Passwords do not match')
  return password
}

async function askUnseen(question: string): Promise<string> {
  process.stdout.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  try {
    return await lines.question('')
  } finally {
    lines.close()
    process.stdout.write('\n')
  }
}
