import { type ChangeEvent, useState, useEffect, useRef } from 'react'
import {
  ui_file_choose,
  ui_file_drop,
  ui_file_remove,
  ui_file_replace,
  ui_required,
} from '#src/i18n/paraglide/messages.js'
import { formatNumber } from '#src/i18n/speech.ts'
import { useFileUrl } from '#src/lib/private-image.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { Tag } from '#src/ui/message/tag.tsx'
import { useFieldControl } from './field.tsx'
import styles from './file-drop.module.css'

export interface FileDropProps {
  file: File | undefined
  /** A file was chosen or dropped; whether it is taken is for the caller to say, through `file` and the Field's error. */
  onPick: (file: File) => void
  onRemove: () => void
  /** What the picker offers, as the `accept` attribute. */
  accept: string
  required?: boolean
}

/**
 * One file: a tap opens the device's picker, a pointer may drop it; shows what was chosen. The real input lies over
 * all of it and does both. Stands inside a Field.
 */
export function FileDrop({ file, onPick, onRemove, accept, required = false }: FileDropProps) {
  const { id, ...control } = useFieldControl()
  const [over, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useNoStrayDrops()

  function pick(event: ChangeEvent<HTMLInputElement>) {
    const [picked] = event.target.files ?? []
    // The same file again is a choice too, and the browser would not report it.
    event.target.value = ''
    setOver(false)
    if (picked) onPick(picked)
  }

  function remove() {
    onRemove()
    // The button goes with the file.
    input.current?.focus({ preventScroll: true })
  }

  return (
    <div className={styles.drop}>
      <label
        className={styles.zone}
        htmlFor={id}
        data-over={over || undefined}
        data-invalid={control['aria-invalid']}
      >
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="file"
          accept={accept}
          aria-describedby={control['aria-describedby']}
          aria-invalid={control['aria-invalid']}
          onChange={pick}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
        />
        {file ? <Chosen file={file} /> : <Empty required={required} />}
      </label>
      {file && (
        <Button look="quiet" size="small" icon="trash" onClick={remove}>
          {ui_file_remove()}
        </Button>
      )}
    </div>
  )
}

function Empty({ required }: { required: boolean }) {
  return (
    <>
      <span className={styles.icon}>
        <Icon name="upload" />
      </span>
      <span className={styles.words}>
        <span className={styles.action}>{ui_file_choose()}</span>
        <span className={styles.pointerOnly}>{ui_file_drop()}</span>
        {required && (
          <span>
            <Tag>{ui_required()}</Tag>
          </span>
        )}
      </span>
    </>
  )
}

function Chosen({ file }: { file: File }) {
  return (
    <>
      {file.type.startsWith('image/') ? (
        <Preview file={file} />
      ) : (
        <span className={styles.icon}>
          <Icon name="attach" />
        </span>
      )}
      <span className={styles.words}>
        <span className={styles.name} dir="auto">
          {file.name}
        </span>
        <span className={styles.size}>{megabytes(file.size)}</span>
        <span className={styles.action}>{ui_file_replace()}</span>
      </span>
    </>
  )
}

function Preview({ file }: { file: File }) {
  const url = useFileUrl(file)
  return <img className={styles.preview} src={url} alt="" width={72} height={72} />
}

function megabytes(bytes: number): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 }
  const size = Math.max(0.01, bytes / 1_048_576)
  return formatNumber(size, { style: 'unit', unit: 'megabyte', useGrouping: false, ...digits })
}

/** While it is used, a file dropped beside a file input does nothing: the browser would open it in place of the page. */
export function useNoStrayDrops(): void {
  // An effect because the drop may land anywhere in the window.
  useEffect(() => {
    window.addEventListener('dragover', keepPage)
    window.addEventListener('drop', keepPage)
    return () => {
      window.removeEventListener('dragover', keepPage)
      window.removeEventListener('drop', keepPage)
    }
  }, [])
}

function keepPage(event: DragEvent): void {
  // Words that are dragged are for a text field.
  if (!event.dataTransfer?.types.includes('Files')) return
  if (event.target instanceof HTMLInputElement && event.target.type === 'file') return
  event.preventDefault()
}
