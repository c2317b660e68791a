CREATE TABLE "session_rooms" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"room" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "session_rooms" ADD CONSTRAINT "session_rooms_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;