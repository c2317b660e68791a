-- Written by hand. Results that were shared in a connection that is over are shared no more: a new one begins with none.
DELETE FROM "quest_shares" WHERE NOT EXISTS (
	SELECT 1 FROM "connections"
	WHERE "client_id" = "quest_shares"."user_id" AND "connections"."provider_id" = "quest_shares"."provider_id" AND "state" = 'accepted'
);
--> statement-breakpoint
-- Written by hand. Sessions to come that may not take place: of two people with a block between them, and of somebody
-- under 18 with a provider who does not see people under 18. The credit goes back, and the two are told.
WITH "ended" AS (
	UPDATE "bookings" SET "status" = 'cancelled', "cancelled_by" = 'zync', "sequence" = "sequence" + 1, "updated_at" = now()
	FROM "users" "client", "users" "provider", "providers" "practice"
	WHERE "client"."id" = "bookings"."client_id" AND "provider"."id" = "bookings"."provider_id"
		AND "practice"."user_id" = "provider"."id"
		AND "bookings"."status" = 'booked' AND "bookings"."starts_at" > now()
		AND (
			EXISTS (
				SELECT 1 FROM "blocks"
				WHERE ("blocker_id" = "client"."id" AND "blocked_id" = "provider"."id")
					OR ("blocker_id" = "provider"."id" AND "blocked_id" = "client"."id")
			)
			OR (
				"client"."birth_date"::text > to_char((now() AT TIME ZONE 'UTC') - interval '18 years', 'YYYY') || to_char(now() AT TIME ZONE 'UTC', '-MM-DD')
				AND ("provider"."verified_at" IS NULL OR "provider"."suspended_at" IS NOT NULL
					OR NOT "practice"."sees_minors" OR "practice"."minors_cleared_at" IS NULL)
			)
		)
	RETURNING "bookings"."id", "bookings"."payment_id"
), "returned" AS (
	INSERT INTO "credit_entries" ("id", "payment_id", "kind", "amount", "booking_id", "at")
	SELECT gen_random_uuid(), "ended"."payment_id", 'returned', 1, "ended"."id", now()
	FROM "ended" JOIN "payments" ON "payments"."id" = "ended"."payment_id"
	-- What was refunded as a whole has no credit to give back.
	WHERE "payments"."status" <> 'refunded'
)
INSERT INTO "jobs" ("id", "kind", "payload", "run_at")
SELECT gen_random_uuid(), 'booking.told', jsonb_build_object('bookingId', "id", 'news', 'cancelled'), now() FROM "ended";
