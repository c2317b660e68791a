import { useState } from 'react'
import { profileImageRule } from '#contract/file-rule.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { CharacterSheet } from './character-sheet.tsx'
import { FileField } from './file-field.tsx'
import styles from './picture-field.module.css'
import { pictureFile } from './picture-file.ts'
import { avatarGradient, initials } from '#src/ui/image/avatar-look.ts'

export interface PictureFieldProps {
  file: File | undefined
  error: string | undefined
  /** Whose initials are drawn for a person without a photo. */
  name: string
  onChange: (file: File | undefined) => void
  onRefused: (text: string) => void
}

/** The profile image: a photo, or one drawn by the app, which counts as one (decisions). */
export function PictureField({ file, error, name, onChange, onRefused }: PictureFieldProps) {
  const [drawn, setDrawn] = useState(0)
  const [choosing, setChoosing] = useState(false)

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
      <div className={styles.drawn}>
        <Button look="quiet" size="small" icon="edit" onClick={() => void draw()}>
          {drawn > 0 ? m.register_draw_again() : m.register_draw()}
        </Button>
        <Button look="quiet" size="small" icon="profile" onClick={() => setChoosing(true)}>
          {m.profile_characters()}
        </Button>
      </div>
      {choosing && (
        <CharacterSheet
          onClose={() => setChoosing(false)}
          onChoose={onChange}
          onFailed={() => onRefused(m.register_draw_failed())}
        />
      )}
    </div>
  )
}

interface AvatarWish {
  /** Whose initials are drawn. */
  name: string
  /** Chooses the colours; another seed, other colours. */
  seed: string
  fileName: string
}

/** Draws initials on a gradient, as the app shows people without a photo; undefined where the browser cannot draw. */
async function drawAvatar({ name, seed, fileName }: AvatarWish): Promise<File | undefined> {
  return await pictureFile(fileName, (context, edgePixels) => {
    paintGround(context, edgePixels, seed)
    paintLetters(context, edgePixels, initials(name))
  })
}

function paintGround(context: CanvasRenderingContext2D, edgePixels: number, seed: string): void {
  const [from, to] = avatarGradient(seed)
  const gradient = context.createLinearGradient(0, 0, edgePixels, edgePixels)
  gradient.addColorStop(0, from)
  gradient.addColorStop(1, to)
  context.fillStyle = gradient
  context.fillRect(0, 0, edgePixels, edgePixels)
  context.fillStyle = 'rgb(255 255 255 / 14%)'
  context.beginPath()
  context.ellipse(
    edgePixels / 2,
    edgePixels * 1.12,
    edgePixels * 0.58,
    edgePixels * 0.4,
    0,
    0,
    Math.PI * 2,
  )
  context.fill()
}

function paintLetters(
  context: CanvasRenderingContext2D,
  edgePixels: number,
  letters: string,
): void {
  context.fillStyle = '#ffffff'
  context.font = `bold ${edgePixels * 0.36}px ui-rounded, system-ui, sans-serif`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.fillText(letters, edgePixels / 2, edgePixels * 0.48)
}
