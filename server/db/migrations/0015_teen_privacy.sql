ALTER TABLE "users" ALTER COLUMN "share_score" SET DEFAULT false;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "minors_asked_at" timestamp with time zone;--> statement-breakpoint
-- Written by hand: a wish that was there before it could wait stands among the others now. Whole milliseconds, as every
-- moment of the app: the list of those who wait goes on behind one.
UPDATE "providers" SET "minors_asked_at" = date_trunc('milliseconds', now()) WHERE "sees_minors" AND "minors_cleared_at" IS NULL;
