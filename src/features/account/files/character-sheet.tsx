import { type ReactNode, useId, useState } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { tapFeedback } from '#src/lib/haptics.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Sheet } from '#src/ui/dialog/sheet.tsx'
import styles from './character-sheet.module.css'
import { characters, grounds, type Character, type Ground } from './characters.ts'
import { pictureFile } from './picture-file.ts'

export interface CharacterSheetProps {
  onClose: () => void
  onChoose: (picture: File) => void
  /** This browser cannot draw one. */
  onFailed: () => void
}

/** Twelve drawn characters and the color behind them; the chosen one becomes a picture like any other. */
export function CharacterSheet({ onClose, onChoose, onFailed }: CharacterSheetProps) {
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
      <Picks
        legend={m.profile_character()}
        picks={characters.map((each) => ({
          key: each.id,
          label: each.label(),
          chosen: each === character,
          choose: () => setCharacter(each),
          drawing: <CharacterDrawing character={each} ground={ground} />,
        }))}
      />
      <Picks
        legend={m.profile_ground()}
        picks={grounds.map((each) => ({
          key: each.color,
          label: each.label(),
          chosen: each === ground,
          choose: () => setGround(each),
          drawing: character && <CharacterDrawing character={character} ground={each} />,
        }))}
      />
    </Sheet>
  )
}

interface Pick {
  readonly key: string
  readonly label: string
  readonly chosen: boolean
  readonly choose: () => void
  readonly drawing: ReactNode
}

/** One out of several pictures, as radio buttons with their names. */
function Picks({ legend, picks }: { legend: string; picks: readonly Pick[] }) {
  const name = useId()
  return (
    <fieldset className={styles.picks}>
      <legend className={styles.legend}>{legend}</legend>
      {picks.map(({ key, label, chosen, choose, drawing }) => (
        <label className={styles.pick} key={key}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            checked={chosen}
            onChange={() => {
              tapFeedback()
              choose()
            }}
          />
          {drawing}
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
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
