CREATE TABLE "tracker_notes" (
	"user_id" uuid NOT NULL,
	"tracker_type" text NOT NULL,
	"day" date NOT NULL,
	"feelings" text[] NOT NULL,
	"tags" text[] NOT NULL,
	"own_tags" text[] NOT NULL,
	"note" text NOT NULL,
	"rev" uuid NOT NULL,
	"version" bigint NOT NULL,
	"replaced" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tracker_notes_user_id_tracker_type_day_pk" PRIMARY KEY("user_id","tracker_type","day")
);
--> statement-breakpoint
ALTER TABLE "tracker_notes" ADD CONSTRAINT "tracker_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tracker_notes_user_id_version_idx" ON "tracker_notes" USING btree ("user_id","version");