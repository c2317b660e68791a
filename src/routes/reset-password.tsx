import { createFileRoute } from '@tanstack/react-router'
import { ResetScreen } from '#src/features/account/pages/recovery-screens.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { loginSearchSchema } from '#src/session/session.ts'

export const Route = createFileRoute('/reset-password')({
  staticData: { title: m.recovery_reset_page },
  validateSearch: loginSearchSchema,
  component: ResetScreen,
})
