import { createFileRoute } from '@tanstack/react-router'
import * as m from '#src/i18n/paraglide/messages.js'

export const Route = createFileRoute('/_member/not-sent')({
  staticData: { title: m.sync_title },
  component: NotSentRoute,
})

function NotSentRoute() {
  return <h1>{m.sync_title()}</h1>
}
