ALTER TABLE "access_log" ADD COLUMN "item_id" uuid;--> statement-breakpoint
ALTER TABLE "access_log" ADD COLUMN "reason" text;