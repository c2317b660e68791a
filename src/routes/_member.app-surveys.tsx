import { createFileRoute, redirect } from '@tanstack/react-router'
import { requireUserType } from '#src/app/guards.ts'

/** Decisions: another name of `/surveys`. */
export const Route = createFileRoute('/_member/app-surveys')({
  beforeLoad: ({ location }) => {
    requireUserType('Adolescent')({ location })
    throw redirect({ to: '/surveys', replace: true })
  },
})
