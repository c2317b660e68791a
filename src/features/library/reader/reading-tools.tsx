import type { ReactNode } from 'react'
import * as m from '#src/i18n/paraglide/messages.js'
import { Button } from '#src/ui/button/button.tsx'
import { SegmentedControl } from '#src/ui/choice/segmented-control.tsx'
import styles from './reader.module.css'
import { setTextSize, textSizes, useTextSize } from './text-size.ts'
import { useVoice } from './use-voice.ts'

/** Text size, the voice where there is one, and what the page adds. */
export function ReadingTools({ text, actions }: { text: string; actions: ReactNode }) {
  const size = useTextSize()
  return (
    <section className={styles.tools} aria-label={m.library_reader_tools()}>
      <SegmentedControl
        legend={m.library_text_size()}
        options={textSizes.map((value) => ({ value, label: sizeLabels[value] }))}
        value={size}
        onChange={setTextSize}
      />
      <Listen text={text} />
      {actions}
    </section>
  )
}

/** The letter shows its size; its place in the row says the rest. */
const sizeLabels = { s: 'A−', m: 'A', l: 'A+', xl: 'A++' } as const

function Listen({ text }: { text: string }) {
  const voice = useVoice(text)
  if (voice.state === undefined) return null
  if (voice.state === 'silent') {
    return (
      <Button look="secondary" size="small" onClick={voice.speak}>
        {m.library_listen()}
      </Button>
    )
  }
  const speaking = voice.state === 'speaking'
  return (
    <>
      <Button look="secondary" size="small" onClick={speaking ? voice.pause : voice.goOn}>
        {speaking ? m.library_listen_pause() : m.library_listen_go_on()}
      </Button>
      <Button look="quiet" size="small" icon="close" onClick={voice.stop}>
        {m.library_listen_stop()}
      </Button>
    </>
  )
}
