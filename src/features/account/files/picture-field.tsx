import { useState } from 'react'
import { createPortal } from 'react-dom'
import { profileImageRule } from '#contract/file-rule.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { RadioTiles } from '#src/ui/choice/radio-tiles.tsx'
import { Sheet } from '#src/ui/dialog/dialog.tsx'
import { avatarGradient, initials } from '#src/ui/image/avatar.tsx'
import { characters, grounds, type Character, type Ground } from './characters.ts'
import { FileField } from './file-field.tsx'
import styles from './picture-field.module.css'

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
      {choosing &&
        // Outside of the form around the field, or Enter on a character would submit it.
        createPortal(
          <CharacterSheet
            onClose={() => setChoosing(false)}
            onChoose={onChange}
            onFailed={() => onRefused(m.register_draw_failed())}
          />,
          document.body,
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

export interface CharacterSheetProps {
  onClose: () => void
  onChoose: (picture: File) => void
  /** This browser cannot draw one. */
  onFailed: () => void
}

/** Twelve drawn characters and the color behind them; the chosen one becomes a picture like any other. */
function CharacterSheet({ onClose, onChoose, onFailed }: CharacterSheetProps) {
  const [character, setCharacter] = useState(characters[0])
  const [ground, setGround] = useState<Ground>(grounds[2])

  async function choose() {
    if (!character) return
    const picture = await paintCharacter(character, ground)
    if (picture) onChoose(picture)
    else onFailed()
    onClose()
  }

  return (
    <Sheet
      open
      onClose={onClose}
      title={m.profile_characters()}
      actions={<Button onClick={() => void choose()}>{m.profile_character_use()}</Button>}
    >
      <RadioTiles
        legend={m.profile_character()}
        tiles={characters.map((each) => ({
          value: each.id,
          label: each.label(),
          drawing: <CharacterDrawing character={each} ground={ground} />,
        }))}
        value={character?.id}
        onChange={(id) => setCharacter(characters.find((each) => each.id === id))}
        size="medium"
      />
      <RadioTiles
        legend={m.profile_ground()}
        tiles={grounds.map((each) => ({
          value: each.color,
          label: each.label(),
          drawing: character && <CharacterDrawing character={character} ground={each} />,
        }))}
        value={ground.color}
        onChange={(color) => setGround(grounds.find((each) => each.color === color) ?? ground)}
        size="medium"
      />
    </Sheet>
  )
}

const box = 100

function CharacterDrawing({ character, ground }: { character: Character; ground: Ground }) {
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${box} ${box}`} aria-hidden="true">
      <path d={`M0 0h${box}v${box}H0z`} fill={ground.color} />
      {character.parts.map(({ d, color, width }) =>
        width === undefined ? (
          <path key={d} d={d} fill={color} />
        ) : (
          <path
            key={d}
            d={d}
            fill="none"
            stroke={color}
            strokeWidth={width}
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        ),
      )}
    </svg>
  )
}

/** The same drawing as a file; undefined where the browser cannot draw. */
async function paintCharacter(character: Character, ground: Ground): Promise<File | undefined> {
  return await pictureFile(character.id, (context, edgePixels) => {
    context.scale(edgePixels / box, edgePixels / box)
    context.fillStyle = ground.color
    context.fillRect(0, 0, box, box)
    context.lineCap = 'round'
    context.lineJoin = 'round'
    for (const { d, color, width } of character.parts) {
      context.fillStyle = color
      context.strokeStyle = color
      context.lineWidth = width ?? 0
      const shape = new Path2D(d)
      if (width !== undefined) context.stroke(shape)
      // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- the rule takes the canvas for an array
      else context.fill(shape)
    }
  })
}

const edgePixels = 512

/** A picture that the app draws itself; undefined where the browser cannot draw. */
async function pictureFile(
  name: string,
  draw: (context: CanvasRenderingContext2D, edgePixels: number) => void,
): Promise<File | undefined> {
  const canvas = document.createElement('canvas')
  canvas.width = edgePixels
  canvas.height = edgePixels
  const context = canvas.getContext('2d')
  if (!context) return undefined
  draw(context, edgePixels)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return blob ? new File([blob], `${name}.png`, { type: 'image/png' }) : undefined
}
