import type { registrationApi } from '#contract/account/registration-api.ts'
import type { Limiter } from '#server/http/limits/limiter.ts'
import { anybody, type Routes } from '#server/http/routing/route.ts'
import type { Register } from './register.ts'

/** Registrations per address and hour: a class behind one address gets in, a machine that fills the table does not. */
export const registrationsPerHourMax = 120

export function registerRoutes(
  register: Register,
  registrations: Limiter,
): Routes<typeof registrationApi> {
  const limit = (address: string) => registrations.take(address)
  return {
    registerAdolescent: {
      limit,
      policy: anybody,
      handle: ({ body, files }) => register('Adolescent', body, files),
    },
    registerParent: {
      limit,
      policy: anybody,
      handle: ({ body, files }) => register('Parent', body, files),
    },
    registerServiceProvider: {
      limit,
      policy: anybody,
      handle: ({ body, files }) => register('ServiceProvider', body, files),
    },
  }
}
