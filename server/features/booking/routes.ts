import { Readable } from 'node:stream'
import type { bookingApi } from '#contract/booking/api.ts'
import { onlyProviders } from '#server/features/calendar/index.ts'
import { onlyClients } from '#server/features/pricing/index.ts'
import { anyMember, type Routes } from '#server/http/routing/route.ts'
import type { createBookingList, createProviderWeek } from './lists.ts'
import type { createOffers } from './offers.ts'
import type { BookingService } from './service.ts'

export function bookingRoutes(
  booking: BookingService,
  list: ReturnType<typeof createBookingList>,
  offers: ReturnType<typeof createOffers>,
  week: ReturnType<typeof createProviderWeek>,
): Routes<typeof bookingApi> {
  return {
    validateAccess: {
      policy: onlyClients,
      handle: ({ session, params }) => booking.access(session.actor, params.providerId),
    },
    availableSlots: {
      policy: onlyClients,
      handle: ({ session, params, query }) =>
        booking.slots(session.actor, params.providerId, query),
    },
    listOffers: {
      policy: onlyClients,
      handle: async ({ session, query }) => ({
        offers: await offers(session.actor, query.providers),
      }),
    },
    book: {
      policy: onlyClients,
      handle: ({ session, body }) => booking.book(session.actor, body),
    },
    listBookings: {
      policy: anyMember,
      handle: ({ session, query }) => list(session.actor, query),
    },
    cancelBooking: {
      policy: anyMember,
      handle: ({ session, params }) => booking.cancel(session.actor, params.id),
    },
    rescheduleBooking: {
      policy: anyMember,
      handle: ({ session, params, body }) => booking.move(session.actor, params.id, body),
    },
    ...proposalRoutes(booking),
    providerWeek: {
      policy: onlyProviders,
      handle: ({ session, query }) => week(session.actor, query.day),
    },
    bookingIcs: {
      policy: anyMember,
      handle: async ({ session, params }) => {
        const text = await booking.calendarFile(session.actor, params.id)
        return {
          stream: Readable.from([Buffer.from(text)]),
          bytes: Buffer.byteLength(text),
          contentType: 'text/calendar; charset=utf-8',
          headers: { 'content-disposition': 'attachment; filename="zync-session.ics"' },
        }
      },
    },
  }
}

function proposalRoutes(
  booking: BookingService,
): Pick<Routes<typeof bookingApi>, 'openSlots' | 'proposeTime' | 'acceptProposal' | 'endProposal'> {
  return {
    openSlots: {
      policy: anyMember,
      handle: ({ session, params, query }) => booking.openSlots(session.actor, params.id, query),
    },
    proposeTime: {
      policy: anyMember,
      handle: ({ session, params, body }) => booking.propose(session.actor, params.id, body),
    },
    acceptProposal: {
      policy: anyMember,
      handle: ({ session, params, body }) => booking.acceptProposal(session.actor, params.id, body),
    },
    endProposal: {
      policy: anyMember,
      handle: ({ session, params }) => booking.endProposal(session.actor, params.id),
    },
  }
}
