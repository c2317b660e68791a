import { relate, type Pair } from './relate.ts'

// Beside the page: a year of answers takes a slow phone longer than a frame.
self.addEventListener('message', ({ data }: MessageEvent<readonly Pair[]>) => {
  self.postMessage(relate(data))
})
