import { createFileRoute } from '@tanstack/react-router'
import { BackHome } from '#src/ui/nav/back-home.tsx'
import { ComingSoon } from '#src/features/community/coming-soon.tsx'
import { comingPages } from '#src/features/community/rooms.ts'

export const Route = createFileRoute('/biometrics')({
  staticData: { title: comingPages.biometrics.title },
  component: () => <ComingSoon page={comingPages.biometrics} back={<BackHome />} />,
})
