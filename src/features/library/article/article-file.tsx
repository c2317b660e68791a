import { useState } from 'react'
import type { Article } from '#contract/library/model.ts'
import { useRefresh } from '#src/data/use-refresh.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import { formatBytes, saveFile } from '#src/lib/hand-over.ts'
import { useOnline } from '#src/lib/online.ts'
import { useFileUrl } from '#src/lib/private-image.tsx'
import { loadAttachment } from '#src/offline/files/library-files.ts'
import { StorageFullError } from '#src/offline/storage/quota.ts'
import { buttonClass, Button } from '#src/ui/button/button.tsx'
import { Dialog } from '#src/ui/dialog/dialog.tsx'
import { Icon } from '#src/ui/image/icon.tsx'
import { showToast } from '#src/ui/message/toast.tsx'
import { Spinner } from '#src/ui/state/loading.tsx'
import { ErrorState, OfflineState } from '#src/ui/state/state-message.tsx'
import listStyles from '../list/library-list.module.css'
import styles from './attachment-preview.module.css'

/** Spec 2: the picture or the PDF of an article in a window over the page. */
export function AttachmentPreview({ article, onClose }: { article: Article; onClose: () => void }) {
  const { attachment, attachmentFacts: facts, title } = article
  const { file, failed, again } = useAttachment(attachment)
  const online = useOnline()
  if (attachment === null || !facts) return null
  const size = formatBytes(facts.bytes)
  const pdf = facts.kind === 'pdf'
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={title}
      description={pdf ? m.library_pdf_size({ size }) : m.library_image_size({ size })}
      actions={file && pdf && <PdfActions file={file} title={title} />}
    >
      {!file && !failed && <Spinner size={36} label={m.library_file_loading()} />}
      {failed && online && <ErrorState title={m.library_file_failed()} onRetry={again} compact />}
      {failed && !online && (
        <OfflineState
          title={m.library_file_offline()}
          text={m.library_file_offline_text()}
          compact
        />
      )}
      {file &&
        (pdf ? <Pdf file={file} title={title} /> : <Picture file={file} article={article} />)}
    </Dialog>
  )
}

/** The file of an attachment, from this device or from the server. */
function useAttachment(attachment: string | null) {
  const [file, setFile] = useState<Blob>()
  const { refresh, again } = useRefresh(async () => {
    const blob = attachment === null ? undefined : await loadAttachment(attachment)
    if (!blob) throw new Error('There is no such file to be had')
    setFile(blob)
  })
  return { file, failed: !file && refresh.status === 'failed', again }
}

function Picture({ file, article }: { file: Blob; article: Article }) {
  const url = useFileUrl(file)
  const { width, height } = article.attachmentFacts ?? {}
  return (
    <img
      className={styles.picture}
      src={url}
      alt={m.library_image_alt({ title: article.title })}
      width={width ?? undefined}
      height={height ?? undefined}
    />
  )
}

/** In the browser's own viewer, where it has one that works inside a page; phones open it apart. */
function Pdf({ file, title }: { file: Blob; title: string }) {
  const url = useFileUrl(file)
  if (!url || !navigator.pdfViewerEnabled) return null
  const label = m.library_pdf_frame({ title })
  // oxlint-disable-next-line react/iframe-missing-sandbox -- browsers show no PDF in a sandbox; its type is ours to say, and it inherits the page's policy
  return <iframe ref={refuseFocus} className={styles.pdf} src={url} title={label} />
}

/**
 * Gives back the focus that a viewer takes once it has loaded, and with it Escape, which closes the window. That is the first
 * time; whoever goes there with Tab, or later with a pointer, stays. Returns its end.
 */
function refuseFocus(frame: HTMLIFrameElement): () => void {
  const ending = new AbortController()
  const { signal } = ending
  let before = document.activeElement
  let tabs = false
  function noteFocus({ target }: FocusEvent) {
    if (target instanceof Element && target !== frame) before = target
  }
  function noteKey({ key }: KeyboardEvent) {
    tabs = key === 'Tab'
    setTimeout(() => (tabs = false))
  }
  function giveBack() {
    if (document.activeElement !== frame) return
    ending.abort()
    if (tabs) return
    // The frame has it only after this event.
    setTimeout(() => {
      window.focus()
      if (before instanceof HTMLElement) before.focus()
    })
  }
  document.addEventListener('focusin', noteFocus, { signal })
  document.addEventListener('keydown', noteKey, { signal, capture: true })
  window.addEventListener('blur', giveBack, { signal })
  return () => ending.abort()
}

function PdfActions({ file, title }: { file: Blob; title: string }) {
  const url = useFileUrl(file)
  return (
    <>
      <Button icon="install" onClick={() => saveFile(pdfName(title), file)}>
        {m.library_download()}
      </Button>
      <a
        className={buttonClass({ look: 'secondary' })}
        href={url}
        target="_blank"
        rel="noopener noreferrer"
      >
        {m.library_open_file()}
      </a>
    </>
  )
}

/** No message: what it is given would come out between marks of direction. */
export function pdfName(title: string): string {
  return `${title.replaceAll(/[\\/:*?"<>|\s]+/g, ' ').trim() || 'article'}.pdf`
}

interface SaveControlProps {
  article: Article
  saved: boolean
  onSave: () => Promise<void>
}

/** 'Save offline', and what came of it. */
export function SaveControl({ article, saved, onSave }: SaveControlProps) {
  const [busy, setBusy] = useState(false)
  if (saved) {
    return (
      <span className={listStyles.saved}>
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
