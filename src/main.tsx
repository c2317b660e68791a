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
import { within } from './lib/within.ts'

// Not awaited at the top level: the parts of the app that load later import this module's chunk and would wait for it.
void start()

/** A storage that gives no answer for so long, in milliseconds, keeps nobody from the first page, and from Help now on it. */
const storageMs = 5_000

async function start(): Promise<void> {
  const { search } = location
  paintTheme()
  watchInstall()
  markMissingParts()
  holdTabLock()
  fetchFirstPage()
  const language = within(storageMs, startLanguage())
  const oldLogout = within(storageMs, finishOldLogout().catch(reportError))
  const locked = within(storageMs, mayBeLocked())
  if (await activateWaitingWorker().catch(() => false)) return
  await oldLogout
  await language
  followOtherTabs()
  announcePages()
  if (await locked) await (await import('./app/lock-screen.tsx')).startLocked()
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
