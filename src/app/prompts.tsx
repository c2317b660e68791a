import type { Session } from './session.ts'

export function Prompts({ session }: { session: Session }) {
  return session ? null : null
}
