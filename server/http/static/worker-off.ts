/**
 * The worker that `DISABLE_WORKER` puts in the place of the real one: phones fetch it by themselves, and it removes
 * the app's files and itself. It reloads nobody, and leaves what people did offline where it is.
 */
export const workerOff = `
self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(leave()))

async function leave() {
  const names = await caches.keys()
  const ours = names.filter((name) => !name.startsWith('private-'))
  await Promise.all(ours.map((name) => caches.delete(name)))
  await self.registration.unregister()
}
`
