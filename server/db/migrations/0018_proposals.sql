ALTER TABLE "bookings" ADD COLUMN "proposed_starts_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "proposed_ends_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bookings" ADD COLUMN "proposed_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "working_schedules" ADD COLUMN "day_hours" jsonb;--> statement-breakpoint
ALTER TABLE "working_schedules" ADD COLUMN "buffer_minutes" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "working_schedules" ADD COLUMN "notice_hours" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_proposal" CHECK (num_nulls("bookings"."proposed_starts_at", "bookings"."proposed_ends_at", "bookings"."proposed_until") in (0, 3)
        and ("bookings"."proposed_starts_at" is null or "bookings"."status" = 'booked'));