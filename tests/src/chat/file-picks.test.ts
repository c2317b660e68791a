import { expect, test } from 'vitest'
import { createFilePicks } from '#src/features/chat/composer/file-picks.ts'
import * as m from '#src/i18n/paraglide/messages.js'
import type { ChosenFile } from '#src/offline/engine/attachments.ts'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** A file that the phone hands over when it is told to. */
function slowFile(name: string, bytes = png) {
  const gate = Promise.withResolvers<undefined>()
  const file = new File([bytes], name)
  const read = () => gate.promise.then(() => bytes.slice().buffer)
  return {
    chosen: Object.assign(file, { arrayBuffer: read }),
    arrive: () => gate.resolve(undefined),
  }
}

function picking() {
  const box = {
    file: null as ChosenFile | null,
    names: new Array<string>(),
    troubles: new Array<string | undefined>(),
  }
  const picks = createFilePicks({
    boxed: () => box.file,
    onFile: ({ name }) => box.names.push(name),
    onTrouble: (why) => box.troubles.push(why),
  })
  return { box, picks }
}

test('of two files the one chosen last is in the box, however long the first takes', async () => {
  const { box, picks } = picking()
  const [first, second] = [slowFile('first.png'), slowFile('second.png')]
  const taken = [picks.take(first.chosen), picks.take(second.chosen)]
  second.arrive()
  await taken[1]
  first.arrive()
  await taken[0]
  expect(box).toMatchObject({ names: ['second.png'], troubles: [undefined] })
})

test('a file that cannot be sent says nothing once another one was chosen', async () => {
  const { box, picks } = picking()
  const text = slowFile('notes.txt', new Uint8Array([1, 2, 3]))
  const late = picks.take(text.chosen)
  await picks.take(new File([png], 'photo.png'))
  text.arrive()
  await late
  expect(box).toMatchObject({ names: ['photo.png'], troubles: [undefined] })
})

test('a file that comes after its chat was left changes nothing', async () => {
  const { box, picks } = picking()
  const { chosen, arrive } = slowFile('photo.png')
  const late = picks.take(chosen)
  picks.end()
  arrive()
  await late
  expect(box).toMatchObject({ names: [], troubles: [] })
})

test('a file takes the place of no voice note, whether that is recorded meanwhile or was there before', async () => {
  const { box, picks } = picking()
  const { chosen, arrive } = slowFile('photo.png')
  const late = picks.take(chosen)
  picks.setRecording(true)
  arrive()
  await late
  picks.setRecording(false)
  box.file = { name: 'Voice note.webm', type: 'audio/webm', data: png.buffer, voiceMs: 7_000 }
  await picks.take(new File([png], 'photo.png'))
  const troubles = [m.chat_recording_in_the_way(), m.chat_voice_in_the_way()]
  expect(box).toMatchObject({ names: [], troubles })
})
