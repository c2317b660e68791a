import { useId, type ReactNode } from 'react'
import { tapFeedback } from '#src/lib/haptics.ts'
import styles from './radio-tiles.module.css'

export interface RadioTile<Value extends string> {
  readonly value: Value
  readonly label: string
  readonly drawing: ReactNode
}

export interface RadioTilesProps<Value extends string> {
  readonly legend: string
  readonly tiles: readonly RadioTile<Value>[]
  readonly value: Value | undefined
  readonly onChange: (value: Value) => void
  /** The least width of a tile. */
  readonly size: 'small' | 'medium'
}

/** One out of several drawings with names, as real radio buttons. */
export function RadioTiles<Value extends string>(props: RadioTilesProps<Value>) {
  const name = useId()
  const { legend, tiles, value, onChange, size } = props
  return (
    <fieldset className={styles.tiles} data-size={size}>
      <legend className={styles.legend}>{legend}</legend>
      {tiles.map((tile) => (
        <label className={styles.tile} key={tile.value}>
          <input
            className={styles.radio}
            type="radio"
            name={name}
            value={tile.value}
            checked={tile.value === value}
            onChange={() => {
              tapFeedback()
              onChange(tile.value)
            }}
          />
          {tile.drawing}
          <span className={styles.name}>{tile.label}</span>
        </label>
      ))}
    </fieldset>
  )
}
