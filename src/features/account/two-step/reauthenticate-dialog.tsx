import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { ReauthenticationRequest } from '#src/session/reauthentication.ts'
import { ProofDialog } from './proof-dialog.tsx'
import { reauthenticate } from './two-step-data.ts'

export interface ReauthenticateDialogProps {
  db: UserDatabase
  request: ReauthenticationRequest
}

/** Asks again who it is; the press that asked for it goes on behind it. */
export function ReauthenticateDialog({ db, request }: ReauthenticateDialogProps) {
  return (
    <ProofDialog
      words={{
        title: m.twostep_prove_title(),
        text: m.twostep_prove_text(),
        confirm: m.twostep_prove_confirm(),
      }}
      withCode={false}
      onProve={async (proof) => {
        await reauthenticate(db, proof)
        request.answer('reauthenticated')
      }}
      onClose={() => request.answer('cancelled')}
    />
  )
}
