import { afterEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { useVoice } from '#src/features/library/reader/use-voice.ts'

/** A voice as browsers have it: what is cancelled while it is paused leaves it paused, and then nothing is spoken. */
function pausingVoice() {
  const voice = {
    paused: false,
    spoken: new Array<string>(),
    getVoices: () => [{}],
    cancel: () => undefined,
    pause: () => void (voice.paused = true),
    resume: () => void (voice.paused = false),
    speak({ text }: SpeechSynthesisUtterance) {
      if (!voice.paused) voice.spoken.push(text)
    },
  }
  return voice
}

function Reading({ text }: { text: string }) {
  const { speak, pause, stop } = useVoice(text, 'en')
  return (
    <>
      <button onClick={speak}>Listen</button>
      <button onClick={pause}>Pause</button>
      <button onClick={stop}>Stop</button>
    </>
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each(['stopped', 'left'])('a text is spoken after one that was paused and %s', async (how) => {
  const voice = pausingVoice()
  vi.stubGlobal('speechSynthesis', voice)
  const screen = await render(<Reading text="One." />)
  const tap = (name: string) => screen.getByRole('button', { name }).click()
  await tap('Listen')
  await tap('Pause')
  if (how === 'stopped') await tap('Stop')
  else await screen.rerender(<Reading text="Two." />)
  await tap('Listen')
  expect(voice.spoken).toEqual(['One.', how === 'stopped' ? 'One.' : 'Two.'])
})
