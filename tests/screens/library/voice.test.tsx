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

/** A voice as Chrome for Android has it: a pause ends what is spoken without a word of it, and nothing resumes it. */
function androidVoice() {
  const voice = {
    spoken: new Array<string>(),
    queue: new Array<SpeechSynthesisUtterance>(),
    getVoices: () => [{}],
    cancel() {
      for (const each of voice.queue.splice(0)) each.dispatchEvent(new Event('error'))
    },
    pause: () => void voice.queue.shift(),
    resume: () => undefined,
    speak: (utterance: SpeechSynthesisUtterance) => void voice.queue.push(utterance),
    /** Speaks the next one to its end. */
    speakOne() {
      const utterance = voice.queue.shift()
      if (!utterance) return
      voice.spoken.push(utterance.text)
      utterance.dispatchEvent(new Event('end'))
    },
  }
  return voice
}

function Reading({ text }: { text: string }) {
  const { state, speak, pause, goOn, stop } = useVoice(text, 'en')
  return (
    <>
      <button onClick={speak}>Listen</button>
      <button onClick={pause}>Pause</button>
      <button onClick={goOn}>Resume</button>
      <button onClick={stop}>Stop</button>
      <output>{state}</output>
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

test('a text that was paused goes on with the sentence it was at, and comes to its end', async () => {
  const voice = androidVoice()
  vi.stubGlobal('speechSynthesis', voice)
  const screen = await render(<Reading text="One. Two. Three." />)
  const tap = (name: string) => screen.getByRole('button', { name }).click()
  const state = async (text: string) => {
    await expect.element(screen.getByRole('status')).toHaveTextContent(text)
  }
  await tap('Listen')
  voice.speakOne()
  await tap('Pause')
  await state('paused')
  await tap('Resume')
  await state('speaking')
  await tap('Pause')
  await tap('Resume')
  voice.speakOne()
  voice.speakOne()
  expect(voice.spoken).toEqual(['One.', 'Two.', 'Three.'])
  await state('silent')
  await tap('Listen')
  voice.speakOne()
  expect(voice.spoken.at(-1)).toBe('One.')
})
