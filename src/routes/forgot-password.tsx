import { createFileRoute } from '@tanstack/react-router'
import { ForgotScreen } from '#src/features/account/pages/recovery-screens.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { loginSearchSchema } from '#src/session/session.ts'

export const Route = createFileRoute('/forgot-password')({
  staticData: { title: m.recovery_forgot_page },
  validateSearch: loginSearchSchema,
  component: ForgotScreen,
})
