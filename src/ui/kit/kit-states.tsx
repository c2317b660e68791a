import { faces } from '#src/ui/companion/faces.ts'
import '#src/ui/companion/more-faces.ts'
import { Face } from '#src/ui/companion/face.tsx'
import { Banner } from '#src/ui/message/banner.tsx'
import { Button } from '#src/ui/button/button.tsx'
import { Card } from '#src/ui/card/card.tsx'
import { EmptyState } from '#src/ui/state/empty-state.tsx'
import { ErrorState } from '#src/ui/state/error-state.tsx'
import { OfflineState } from '#src/ui/state/offline-state.tsx'
import { Skeleton } from '#src/ui/state/skeleton.tsx'
import { KitGrid, KitSection } from './kit-section.tsx'

/** Loading, empty, error, offline and the lines that report them. */
export function KitStates() {
  return (
    <>
      <KitSection title="Banners">
        <Banner tone="info" action={<Button size="small">Update</Button>}>
          A new version is ready.
        </Banner>
        <Banner tone="warn" onDismiss={() => undefined}>
          2 items were not sent.
        </Banner>
        <Banner tone="offline">You're offline. What you do is kept and sent later.</Banner>
        <Banner tone="danger">Login failed: Invalid credentials</Banner>
        <Banner tone="success">You Registered Successfully!</Banner>
      </KitSection>
      <KitSection title="States">
        <KitGrid>
          <Card>
            <EmptyState
              title="No Articles Yet"
              text="The first one may be yours."
              action={<Button icon="plus">Add Article</Button>}
            />
          </Card>
          <Card>
            <ErrorState
              title="Failed to load library"
              text="It was not you. Please try once more."
              onRetry={() => undefined}
            />
          </Card>
          <Card>
            <OfflineState />
          </Card>
          <Card>
            <EmptyState compact emoji="🔔" title="No notifications" />
          </Card>
        </KitGrid>
      </KitSection>
      <KitSection title="Faces of the companion">
        <p style={{ fontSize: '3rem', display: 'flex', flexWrap: 'wrap', gap: '12px' }}>
          {Object.keys(faces).map((emoji) => (
            <Face key={emoji} emoji={emoji} />
          ))}
        </p>
      </KitSection>
      <KitSection title="Skeletons">
        <KitGrid>
          <Skeleton shape="card" count={2} />
          <Skeleton shape="block" />
          <Skeleton />
        </KitGrid>
      </KitSection>
    </>
  )
}
