ALTER TABLE "users" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "library_items" ADD COLUMN "fold" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "library_items" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "fold" smallint DEFAULT 0 NOT NULL;