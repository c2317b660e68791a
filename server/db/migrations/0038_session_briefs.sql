CREATE TABLE "session_briefs" (
	"booking_id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"content" jsonb,
	"sent_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"withdrawals" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session_briefs" ADD CONSTRAINT "session_briefs_booking_id_bookings_id_fk" FOREIGN KEY ("booking_id") REFERENCES "public"."bookings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_briefs" ADD CONSTRAINT "session_briefs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_briefs_user_id_idx" ON "session_briefs" USING btree ("user_id");