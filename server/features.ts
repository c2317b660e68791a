import { account } from './features/account/index.ts'
import { booking } from './features/booking/index.ts'
import { brief } from './features/brief/index.ts'
import { calendar } from './features/calendar/index.ts'
import { chat } from './features/chat/index.ts'
import { connections } from './features/connections/index.ts'
import { events } from './features/events/index.ts'
import { evidence } from './features/evidence/index.ts'
import { library } from './features/library/index.ts'
import { notices } from './features/notices/index.ts'
import { paymentRequests } from './features/payment-requests/index.ts'
import { payments } from './features/payments/index.ts'
import { plan } from './features/plan/index.ts'
import { pricing } from './features/pricing/index.ts'
import { providers } from './features/providers/index.ts'
import { push } from './features/push/index.ts'
import { quests } from './features/quests/index.ts'
import { safety } from './features/safety/index.ts'
import { sharing } from './features/sharing/index.ts'
import { sync } from './features/sync/index.ts'
import { trackers } from './features/trackers/index.ts'

/**
 * Every feature, in the order in which an account leaves them: sessions before the books that their credits go back to,
 * chats last.
 */
export const features = [
  account,
  providers,
  connections,
  safety,
  notices,
  push,
  trackers,
  quests,
  sharing,
  plan,
  library,
  pricing,
  brief,
  booking,
  paymentRequests,
  payments,
  calendar,
  chat,
  evidence,
  sync,
  events,
] as const
