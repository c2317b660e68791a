import { useState } from 'react'
import type { Article } from '#contract/library/model.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { Button } from '#src/ui/button/button.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import styles from '../list/library-list.module.css'

export interface SaveControlProps {
  article: Article
  saved: boolean
  onSave: () => Promise<void>
}

/** 'Save offline', and what came of it. */
export function SaveControl({ article, saved, onSave }: SaveControlProps) {
  const [busy, setBusy] = useState(false)
  if (saved) {
    return (
      <span className={styles.saved}>
        <Icon name="check" size={18} />
        {m.library_saved()}
      </span>
    )
  }

  async function save() {
    setBusy(true)
    try {
      await onSave()
      showToast({ text: m.library_save_done(), tone: 'success' })
    } catch (error) {
      showToast({ text: formatSaveFailure(error), tone: 'danger' })
    } finally {
      setBusy(false)
    }
  }

  return (
    <Button
      key={article._id}
      look="secondary"
      size="small"
      icon="install"
      busy={busy}
      onClick={() => void save()}
    >
      {busy ? m.library_saving() : m.library_save()}
    </Button>
  )
}

/** Why an article could not be saved with its file. */
export function formatSaveFailure(error: unknown): string {
  return error instanceof StorageFullError ? m.library_save_full() : m.library_save_failed()
}
