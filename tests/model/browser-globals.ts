import 'fake-indexeddb/auto'

/** The little of a browser's global scope that the offline core reads. */
Object.assign(globalThis, {
  self: Object.assign(globalThis, { location: new URL('https://zync.example/') }),
})
