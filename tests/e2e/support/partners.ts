import { rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { startGoogleFake, type GoogleFake } from '#tests/support/google-fake.ts'
import { startStripeFake, type StripeFake } from '#tests/support/stripe-fake.ts'
import { startAppServer } from './app-server.ts'
import { copyPreparedData } from './prepared-data.ts'
import { test as base } from './test.ts'

/** Tests whose server takes money through Stripe and connects calendars at Google: local stand-ins of both. */
export const test = base.extend<{ google: GoogleFake; stripe: StripeFake }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  google: async ({}, provide) => {
    const google = await startGoogleFake()
    await provide(google)
    await google.close()
  },

  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  stripe: async ({}, provide) => {
    const stripe = await startStripeFake(Date.now)
    await provide(stripe)
    await stripe.close()
  },

  server: async ({ google, stripe }, provide) => {
    const dataDir = await copyPreparedData()
    const port = await freePort()
    const server = await startAppServer(dataDir, {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      GOOGLE_CLIENT_ID: google.keys.clientId,
      GOOGLE_CLIENT_SECRET: google.keys.clientSecret,
      GOOGLE_API_BASE: google.keys.apiBase ?? '',
      STRIPE_SECRET_KEY: stripe.keys.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.keys.webhookSecret,
      STRIPE_API_BASE: stripe.keys.apiBase ?? '',
    })
    await provide(server)
    await server.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
})

/** The server has to know its own address before it listens: partners send browsers back to it. */
async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => void probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
