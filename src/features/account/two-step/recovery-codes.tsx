import * as m from '#src/i18n/paraglide/messages.js'
import { saveFile } from '#src/lib/save-file.ts'
import { Button } from '#src/ui/button/button.tsx'
import { copyWords } from './copy-words.ts'
import styles from './two-step.module.css'

export interface RecoveryCodesProps {
  codes: readonly string[]
  /** Whose they are, for the file. */
  name: string
}

/** The codes for the day the phone is gone, to be written down, copied or saved. */
export function RecoveryCodes({ codes, name }: RecoveryCodesProps) {
  const text = [m.twostep_codes_file({ name }), '', ...codes, ''].join('\n')
  return (
    <>
      <ul className={styles.codes} aria-label={m.twostep_codes_label()}>
        {codes.map((code) => (
          <li key={code}>
            <code translate="no">{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button look="secondary" icon="copy" onClick={() => void copyWords(codes.join('\n'))}>
          {m.twostep_codes_copy()}
        </Button>
        <Button
          look="secondary"
          icon="install"
          onClick={() => saveFile('zync-recovery-codes.txt', new Blob([text]))}
        >
          {m.twostep_codes_download()}
        </Button>
      </div>
    </>
  )
}
