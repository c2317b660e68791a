import { deleteDraft, saveDraft, readDraft } from '#src/lib/dirty.ts'

const draftName = 'login-email'

/** The e-mail that the login begins with: what was typed there, or what the person has just registered with. */
export function readLoginEmail(): string {
  return readDraft(draftName)
}

export function saveLoginEmail(email: string): void {
  saveDraft(draftName, email)
}

export function deleteLoginEmail(): void {
  deleteDraft(draftName)
}
