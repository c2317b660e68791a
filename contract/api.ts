import { accountApi, confirmationApi } from './account/api.ts'
import { recoveryApi } from './account/recovery.ts'
import { registrationApi } from './account/registration-api.ts'
import { secondFactorApi } from './account/second-factor.ts'
import { profileApi, settingsApi } from './account/settings.ts'
import { bookingApi } from './booking/api.ts'
import { briefApi } from './brief/api.ts'
import { calendarApi } from './calendar/api.ts'
import { chatApi } from './chat/api.ts'
import { connectionsApi } from './connections/api.ts'
import { eventsApi } from './events/api.ts'
import { articlesApi, introVideosApi, videosApi } from './library/items-api.ts'
import { libraryApi } from './library/library-api.ts'
import { packsApi } from './library/packs.ts'
import { noticesApi } from './notices/api.ts'
import { paymentRequestsApi } from './payment-requests/api.ts'
import { paymentsApi } from './payments/api.ts'
import { planApi } from './plan/api.ts'
import { pricingApi } from './pricing/api.ts'
import { providersApi } from './providers/api.ts'
import { pushApi } from './push/api.ts'
import { questsApi } from './quests/api.ts'
import { safetyApi } from './safety/api.ts'
import { sharingApi } from './sharing/api.ts'
import { syncApi } from './sync/api.ts'
import { trackersApi } from './trackers/api.ts'

/** Every call of the API by name. The server does not compile while one of them has no route and policy. */
export const api = {
  ...pricingApi,
  ...paymentsApi,
  ...paymentRequestsApi,
  ...calendarApi,
  ...bookingApi,
  ...briefApi,
  ...accountApi,
  ...registrationApi,
  ...recoveryApi,
  ...confirmationApi,
  ...profileApi,
  ...settingsApi,
  ...secondFactorApi,
  ...providersApi,
  ...connectionsApi,
  ...safetyApi,
  ...sharingApi,
  ...noticesApi,
  ...pushApi,
  ...trackersApi,
  ...questsApi,
  ...planApi,
  ...articlesApi,
  ...videosApi,
  ...introVideosApi,
  ...libraryApi,
  ...packsApi,
  ...syncApi,
  ...eventsApi,
  ...chatApi,
} as const

export type Api = typeof api
export type CallName = keyof Api
