CREATE TABLE "tracker_pictures" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"tracker_type" text,
	"day" date,
	"blob_key" text NOT NULL,
	"sent_hash" text NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tracker_pictures_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
ALTER TABLE "tracker_pictures" ADD CONSTRAINT "tracker_pictures_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "tracker_pictures_day_idx" ON "tracker_pictures" USING btree ("user_id","tracker_type","day");--> statement-breakpoint
CREATE INDEX "tracker_pictures_waiting_idx" ON "tracker_pictures" USING btree ("created_at") WHERE "tracker_pictures"."day" is null;