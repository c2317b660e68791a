import { useState } from 'react'
import { profileImageRule } from '#contract/file-rule.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { drawAvatar } from './draw-avatar.ts'
import { FileField } from './file-field.tsx'

export interface PictureFieldProps {
  file: File | undefined
  error: string | undefined
  /** Whose initials are drawn for somebody without a photo. */
  name: string
  onChange: (file: File | undefined) => void
  onRefused: (text: string) => void
}

/** The profile image: a photo, or one drawn by the app, which counts as one (decisions). */
export function PictureField({ file, error, name, onChange, onRefused }: PictureFieldProps) {
  const [drawn, setDrawn] = useState(0)

  async function draw() {
    setDrawn(drawn + 1)
    const wish = { name, seed: `${name}:${drawn}`, fileName: m.register_drawn_name() }
    const picture = await drawAvatar(wish)
    if (picture) onChange(picture)
    else onRefused(m.register_draw_failed())
  }

  return (
    <div>
      <FileField
        label={m.register_profile_image()}
        hint={m.register_profile_image_hint()}
        rule={profileImageRule}
        file={file}
        error={error}
        onChange={onChange}
        onRefused={onRefused}
      />
      <Button look="quiet" size="small" icon="edit" onClick={() => void draw()}>
        {drawn > 0 ? m.register_draw_again() : m.register_draw()}
      </Button>
    </div>
  )
}
