import { expect, test } from 'vitest'
import { Avatar } from '#src/ui/image/avatar.tsx'
import { renderScreen } from './router.tsx'

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

const draw = (src: string | undefined) =>
  renderScreen(<Avatar id="lina" name="Lina Haddad" src={src} size={48} />)

test('a face that is there takes the place of the initials', async () => {
  const screen = await draw(pixel)
  await expect.element(screen.getByRole('img', { name: 'Lina Haddad' })).toBeVisible()
  await expect.poll(() => screen.getByText('LH').elements()).toHaveLength(0)
})

test('initials are shown while a picture is on its way, and the person is named once', async () => {
  // A picture that nobody is near to has not begun to load.
  const screen = await renderScreen(
    <div style={{ marginBlockStart: '30000px' }}>
      <Avatar id="lina" name="Lina Haddad" src={`${location.origin}/far.png`} size={48} />
    </div>,
  )
  await expect.element(screen.getByText('LH')).toBeVisible()
  await expect
    .poll(() => screen.getByRole('img', { name: 'Lina Haddad' }).elements())
    .toHaveLength(1)
})

test.each([undefined, 'data:image/gif;base64,broken'])(
  'initials are shown where there is no picture or it fails (%s)',
  async (src) => {
    const screen = await draw(src)
    await expect.element(screen.getByText('LH')).toBeVisible()
    await expect.poll(() => screen.container.querySelectorAll('img').length).toBe(0)
    await expect.element(screen.getByRole('img', { name: 'Lina Haddad' })).toBeVisible()
  },
)
