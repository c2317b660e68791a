import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '#src/ui/base.css'
import { watchInstall } from '#src/lib/install.ts'
import { startLanguage } from '#src/session/own-language.ts'
import {
  followPendingRevocations,
  finishOldLogout,
  followOtherTabs,
  mayBeLocked,
} from '#src/session/session.ts'
import {
  markMissingParts,
  announcePages,
  enterSession,
  fetchFirstPage,
  firstPageDrawn,
  router,
} from './app/router.tsx'
import { followSession } from './app/session-effects.ts'
import { holdTabLock, activateWaitingWorker, registerWorker } from './app/worker.ts'
import { paintTheme, shouldLookCalm } from './lib/theme.ts'
import { storageMs, within } from './lib/within.ts'

// Not awaited at the top level: the parts of the app that load later import this module's chunk and would wait for it.
void start()

async function start(): Promise<void> {
  const { search } = location
  paintTheme()
  watchInstall()
  markMissingParts()
  holdTabLock()
  fetchFirstPage()
  const language = startLanguage()
  const oldLogout = within(storageMs, finishOldLogout().catch(reportError))
  const locked = mayBeLocked()
  if (await activateWaitingWorker().catch(() => false)) return
  await oldLogout
  await language
  followOtherTabs()
  announcePages()
  const isLocked = await within(storageMs, locked)
  if (isLocked) await (await import('./app/lock-screen.tsx')).startLocked()
  // An answer that comes later covers what is shown by then.
  if (isLocked === undefined) void locked.then((late) => late && location.reload())
  followSession(firstPageDrawn(), enterSession)
  render()
  followPendingRevocations()
  if (shouldLookCalm())
    void import('./features/look/choose-look.ts').then(({ followLook }) => followLook(search))
  // Without a worker (refused, or a private window) the app works as long as there is a network.
  await registerWorker().catch(() => undefined)
}

function render(): void {
  const root = document.querySelector('#root')
  if (!root) return
  createRoot(root).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
}
