import { ProofDialog } from './proof-dialog.tsx'
import { prove } from './two-step-calls.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { UserDatabase } from '#src/offline/storage/database.ts'
import type { ProofAsk } from '#src/session/proof.ts'
import { asMember } from '#src/session/as-member.ts'

/** Asks again who it is; the press that asked for it goes on behind it. */
export function ProofDialogPart({ db, ask }: { db: UserDatabase; ask: ProofAsk }) {
  return (
    <ProofDialog
      words={{
        title: m.twostep_prove_title(),
        text: m.twostep_prove_text(),
        confirm: m.twostep_prove_confirm(),
      }}
      withCode={false}
      onProve={async (proof) => {
        await asMember(db, (token) => prove(token, proof))
        ask.answer('proved')
      }}
      onClose={() => ask.answer('cancelled')}
    />
  )
}
