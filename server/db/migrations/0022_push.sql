CREATE TABLE "push_keys" (
	"public_key" text PRIMARY KEY NOT NULL,
	"sealed_private_key" text NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_reminders" (
	"user_id" uuid NOT NULL,
	"tracker" text NOT NULL,
	"minute" smallint NOT NULL,
	"days" smallint NOT NULL,
	"on" boolean NOT NULL,
	"next_at" timestamp with time zone,
	CONSTRAINT "push_reminders_user_id_tracker_minute_pk" PRIMARY KEY("user_id","tracker","minute")
);
--> statement-breakpoint
CREATE TABLE "push_sends" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about" text NOT NULL,
	"slot" text NOT NULL,
	"actor_id" uuid,
	"due_at" timestamp with time zone NOT NULL,
	"send_before" timestamp with time zone NOT NULL,
	"counted_at" timestamp with time zone,
	"counted_day" text,
	"asks" boolean DEFAULT false NOT NULL,
	"silent" boolean DEFAULT false NOT NULL,
	"queued_at" timestamp with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"delivered" uuid[] DEFAULT '{}' NOT NULL,
	"sent_at" timestamp with time zone,
	"dropped" text,
	CONSTRAINT "push_sends_user_id_kind_about_slot_pk" PRIMARY KEY("user_id","kind","about","slot")
);
--> statement-breakpoint
CREATE TABLE "push_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"kinds" jsonb NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"time_zone" text NOT NULL,
	"zone_follows" boolean NOT NULL,
	"discreet" boolean NOT NULL,
	"chosen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint_hash" text NOT NULL,
	"sealed" text NOT NULL,
	"public_key" text NOT NULL,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "push_reminders" ADD CONSTRAINT "push_reminders_user_id_push_settings_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."push_settings"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sends" ADD CONSTRAINT "push_sends_user_id_push_settings_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."push_settings"("user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_sends" ADD CONSTRAINT "push_sends_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_settings" ADD CONSTRAINT "push_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "push_keys_made_key" ON "push_keys" USING btree ("origin") WHERE "push_keys"."origin" = 'made';--> statement-breakpoint
CREATE INDEX "push_reminders_next_idx" ON "push_reminders" USING btree ("next_at") WHERE "push_reminders"."next_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "push_sends_id_key" ON "push_sends" USING btree ("id");--> statement-breakpoint
CREATE INDEX "push_sends_waiting_idx" ON "push_sends" USING btree ("due_at") WHERE "push_sends"."queued_at" is null and "push_sends"."sent_at" is null and "push_sends"."dropped" is null;--> statement-breakpoint
CREATE INDEX "push_sends_actor_idx" ON "push_sends" USING btree ("actor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_endpoint_key" ON "push_subscriptions" USING btree ("endpoint_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions_session_key" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_user_idx" ON "push_subscriptions" USING btree ("user_id");