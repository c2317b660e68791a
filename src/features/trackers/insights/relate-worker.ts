import { relate, type Pair } from './relate.ts'

// Beside the page: a year of answers takes a slow phone longer than a frame.
self.addEventListener('message', ({ data }: MessageEvent<readonly Pair[]>) => {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker's page is of its own origin
  self.postMessage(relate(data))
})
