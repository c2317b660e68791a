import { afterEach, expect, test } from 'vitest'
import type { Article } from '#contract/library/model.ts'
import { ProfilePage } from '#src/features/account/pages/profile-page.tsx'
import { ArticlePage } from '#src/features/library/pages/article-page.tsx'
import { ArticlesPage } from '#src/features/library/pages/articles-page.tsx'
import { VideosPage } from '#src/features/library/pages/videos-page.tsx'
import { ProviderPage } from '#src/features/providers/pages/provider-page.tsx'
import * as m from '#src/i18n/paraglide/messages.js'
import { sharedDatabase } from '#src/offline/storage/shared-database.ts'
import { userTransaction } from '#src/offline/storage/user-transaction.ts'
import { putProfile } from '#src/session/own-profile.ts'
import { article, video } from '#tests/src/library/articles.ts'
import { fullUser } from '#tests/src/profile/full-user.ts'
import { card } from '#tests/src/providers/cards.ts'
import { internal } from '../calendar/answers.ts'
import { badGateway, refuses, says, serve, type Answers } from '../fake-server.ts'
import { openMember } from '../phone.ts'
import { retryReadFailure } from '../read-failure.ts'
import { renderScreen } from '../router.tsx'

const nobody = '01890000-0000-7000-8000-000000000000'
const changes = 'GET /library/changes'
const library = {
  [changes]: says({ articles: [], videos: [], removed: [], next: 1, more: false, reset: false }),
  'GET /articles': says([]),
  'GET /videos': says([]),
  [`GET /articles/${nobody}`]: refuses('not_found'),
}

afterEach(async () => {
  const { articles, videos, facts } = sharedDatabase()
  await Promise.all([articles.clear(), videos.clear(), facts.clear()])
})

const spiritual = '?category=spiritual'

const pages = { ArticlesPage, VideosPage, ArticlePage }

test.each([
  ['ArticlesPage', '', changes, 'Failed to load articles.'],
  ['ArticlesPage', spiritual, changes, 'Failed to fetch articles by category'],
  ['VideosPage', '', changes, 'Failed to load videos.'],
  ['VideosPage', spiritual, changes, 'Failed to fetch videos by category'],
  ['ArticlePage', '', `GET /articles/${nobody}`, 'Failed to load article.'],
] as const)('%s%s: what cannot be read says why, and comes with a retry', async (...row) => {
  const [page, search, call, failed] = row
  const Page = pages[page]
  const opened = await openMember()
  const draw = () => renderScreen(<Page {...opened} id={nobody} />, search)
  const screen = await retryReadFailure({ draw, call, answers: library, failed })
  expect(screen.container.textContent).not.toContain(failed)
})

test('an article that nobody has is no failure', async () => {
  const { db } = await openMember()
  serve(library)
  const screen = await renderScreen(<ArticlePage db={db} id={nobody} />)
  await expect.element(screen.getByText('Article not found.', { exact: true })).toBeVisible()
})

test('an author finds no report on what is their own, and one on what is not', async () => {
  const { db } = await openMember('ServiceProvider')
  const verifiedAt = '2026-11-01T09:00:00.000Z'
  const profile = fullUser({ _id: db.userId, userT: 'ServiceProvider', verifiedAt })
  await userTransaction(db, [], () => putProfile(db, profile))
  const theirs = article({ title: 'Theirs' })
  const own = article({ title: 'My own', author: { ...theirs.author, _id: db.userId } })
  serve({
    ...library,
    [`GET /articles/${own._id}`]: says(own),
    [`GET /articles/${theirs._id}`]: says(theirs),
  })
  const screen = await renderScreen(
    <>
      <ArticlePage db={db} id={own._id} />
      <ArticlePage db={db} id={theirs._id} />
    </>,
  )
  await expect.element(screen.getByRole('heading', { level: 1, name: own.title })).toBeVisible()
  await expect.poll(() => screen.getByText(m.library_text_size()).elements()).toHaveLength(2)
  const menuOf = ({ title }: Article) =>
    screen.getByRole('button', { name: m.library_menu({ title }) })
  await expect.element(menuOf(theirs)).toBeVisible()
  await expect.element(menuOf(own)).not.toBeInTheDocument()
})

const sofia = card()

/** The calls for what an author has made, each with what it brings. */
function authored(id: string, given: Answers = {}): Answers {
  return {
    ...library,
    [`GET /pricing/${id}`]: says({ serviceProviderId: id, currency: null, pricingPlans: [] }),
    [`GET /articles/user/${id}`]: says([]),
    [`GET /videos/user/${id}`]: says([]),
    [`GET /service-provider-videos/user/${id}`]: says([]),
    ...given,
  }
}

const noConnections = {
  'GET /connections/requests/sent': says({ requests: [], next: null }),
  'GET /connections/friends': says({ friends: [], next: null }),
}

/** The page of a care provider, as a young person sees it. */
async function providerPage(answers: Answers) {
  const { db, session } = await openMember()
  serve({ [`GET /auth/user/${sofia._id}`]: says(sofia), ...noConnections, ...answers })
  return renderScreen(<ProviderPage db={db} session={session} id={sofia._id} />)
}

test('what an author has made and cannot be fetched says so, and a retry brings it', async () => {
  const one = article({ title: 'Ten slow minutes' })
  const answers = authored(sofia._id, { [`GET /articles/user/${sofia._id}`]: says([one]) })
  const broken = Object.keys(answers).map((call) => [call, badGateway])
  const screen = await providerPage(Object.fromEntries(broken))
  for (const text of [
    'Failed to load library',
    'Failed to fetch user articles',
    'Failed to load videos',
    'Failed to fetch user videos',
    'Failed to fetch video',
  ]) {
    await expect.element(screen.getByText(text, { exact: true })).toBeVisible()
  }
  serve({ ...noConnections, ...answers })
  // Other parts failed too, and may say so later than these.
  await expect
    .poll(() => {
      const retries = screen.getByRole('button', { name: m.ui_retry() }).elements()
      for (const retry of retries) if (retry instanceof HTMLElement) retry.click()
      return retries.length
    })
    .toBe(0)
  await expect.element(screen.getByRole('heading', { name: one.title })).toBeVisible()
  await expect.element(screen.getByText('No Videos Yet', { exact: true })).toBeVisible()
})

test('a video that no player can show leads to where it is', async () => {
  // Whatever the server holds for it: old rows may name anything.
  const old = video({ url: 'https://clips.example/7' })
  const screen = await providerPage(
    authored(sofia._id, { [`GET /videos/user/${sofia._id}`]: says([old]) }),
  )
  await expect.element(screen.getByText('Unable to embed video.', { exact: true })).toBeVisible()
  const link = screen.getByRole('link', { name: 'Watch on YouTube' })
  await expect.element(link).toHaveAttribute('href', old.url)
})

test.each([
  ['service-provider-videos', 'Failed to fetch video'],
  ['articles', 'Failed to fetch user articles'],
  ['videos', 'Failed to fetch user videos'],
])(
  'on one’s own page %s that cannot be read say why, and come with a retry',
  async (of, failed) => {
    const { db, session } = await openMember('ServiceProvider')
    const profile = fullUser({ _id: db.userId, userT: 'ServiceProvider' })
    const answers = {
      [`GET /auth/user/${db.userId}`]: says(profile),
      'GET /google/mode': says(internal),
      ...authored(db.userId),
    }
    const draw = () =>
      renderScreen(<ProfilePage db={db} session={session} tab="profile" onTab={() => undefined} />)
    const call = `GET /${of}/user/${db.userId}`
    const screen = await retryReadFailure({ draw, call, answers, failed })
    expect(screen.container.textContent).not.toContain(failed)
  },
)
