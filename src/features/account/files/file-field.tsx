import { fileKindOf } from '#contract/file-kind.ts'
import { type FileRule, fileTooLargeText, acceptOf, mediaTypes } from '#contract/file-rule.ts'
import { Field } from '#src/ui/field/field.tsx'
import { FileDrop } from '#src/ui/field/file-drop.tsx'
import { showToast } from '#src/ui/message/toast.tsx'

export interface FileFieldProps {
  label: string
  hint: string
  rule: FileRule
  file: File | undefined
  error: string | undefined
  onChange: (file: File | undefined) => void
  /** A file that is needed is of another kind or too large; what was chosen before is gone. */
  onRefused: (text: string) => void
}

/** A file that is judged by its content as soon as it is chosen. */
export function FileField({ label, hint, rule, file, error, onChange, onRefused }: FileFieldProps) {
  async function pick(chosen: File) {
    const taken = await takeFile(rule, chosen)
    if (taken.status === 'taken') return onChange(taken.file)
    onChange(undefined)
    // A field that may stay empty has nothing wrong with it: why the file was not taken is said once.
    if (rule.required) onRefused(taken.text)
    else showToast({ text: `${label}: ${taken.text}`, tone: 'danger' })
  }

  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      required={rule.required}
      optional={!rule.required}
    >
      <FileDrop
        file={file}
        accept={acceptOf(rule)}
        required={rule.required}
        onPick={(chosen) => void pick(chosen)}
        onRemove={() => onChange(undefined)}
      />
    </Field>
  )
}

export type TakenFile =
  | { status: 'taken'; file: File }
  /** The text says why, in the spec's words. */
  | { status: 'refused'; text: string }

/**
 * Judges a chosen file by its size and its own bytes, before anything is sent. What is taken is a copy in memory: a
 * phone may move or lock the original before it is sent.
 */
export async function takeFile(rule: FileRule, chosen: File): Promise<TakenFile> {
  if (chosen.size > rule.bytesMax) return { status: 'refused', text: fileTooLargeText }
  const bytes = await chosen.arrayBuffer().catch(() => undefined)
  const kind = bytes && fileKindOf(new Uint8Array(bytes))
  if (!bytes || !kind || !rule.kinds.includes(kind))
    return { status: 'refused', text: rule.kindText }
  return { status: 'taken', file: new File([bytes], chosen.name, { type: mediaTypes[kind] }) }
}
