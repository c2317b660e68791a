import { expect, test } from 'vitest'
import { ReportsPage } from '#src/features/safety/pages/reports-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { says } from '../fake-server.ts'
import { openPhone } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'

test('reports that cannot be read say why, and come with a retry', async () => {
  const db = await openPhone('Parent')
  const call = 'GET /admin/reports'
  const answers = { [call]: says({ reports: [], next: null }) }
  const draw = () => renderScreen(<ReportsPage db={db} />)
  const failed = m.reports_admin_failed()
  const screen = await retryReadFailure({ draw, call, answers, failed })
  await expect.element(screen.getByText(m.reports_admin_none())).toBeVisible()
})
