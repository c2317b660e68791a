import { useState } from 'react'
import { fileKindOf } from '#contract/file-kind.ts'
import { fileTooLargeText } from '#contract/file-rule.ts'
import { attachmentRule } from '#contract/library/attachment.ts'
import { acceptOf, mediaTypes } from '#contract/media-types.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Field } from '#src/ui/field/field.tsx'
import { FileDrop } from '#src/ui/field/file-drop.tsx'

export interface AttachmentFieldProps {
  file: File | undefined
  /** The server's word about the file. */
  refusal: string | undefined
  onChange: (file: File | undefined) => void
}

/** Spec 5: one image or PDF, judged by its content as soon as it is chosen; another one is refused and cleared. */
export function AttachmentField({ file, refusal, onChange }: AttachmentFieldProps) {
  const [error, setError] = useState<string>()

  async function pick(chosen: File) {
    const taken = await takeAttachment(chosen)
    setError(taken.error)
    onChange(taken.file)
  }

  return (
    <Field
      label={m.library_field_attachment()}
      hint={m.library_field_attachment_hint()}
      error={error ?? refusal}
      optional
    >
      <FileDrop
        file={file}
        accept={acceptOf(attachmentRule)}
        onPick={(chosen) => void pick(chosen)}
        onRemove={() => onChange(undefined)}
      />
    </Field>
  )
}

/** What is taken is a copy in memory: a phone may move or lock the original before it is sent. */
async function takeAttachment(chosen: File): Promise<{ file?: File; error?: string }> {
  if (chosen.size > attachmentRule.bytesMax) return { error: fileTooLargeText }
  const bytes = await chosen.arrayBuffer().catch(() => undefined)
  const kind = bytes && fileKindOf(new Uint8Array(bytes))
  const kinds: readonly string[] = attachmentRule.kinds
  if (!bytes || !kind || !kinds.includes(kind)) return { error: attachmentRule.kindText }
  return { file: new File([bytes], chosen.name, { type: mediaTypes[kind] }) }
}
