CREATE TABLE "blocks" (
	"blocker_id" uuid NOT NULL,
	"blocked_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blocks_blocker_id_blocked_id_pk" PRIMARY KEY("blocker_id","blocked_id"),
	CONSTRAINT "blocks_two_people" CHECK ("blocks"."blocker_id" <> "blocks"."blocked_id")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"ended_by" uuid,
	CONSTRAINT "connections_two_people" CHECK ("connections"."client_id" <> "connections"."provider_id")
);
--> statement-breakpoint
CREATE TABLE "notices" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"actor_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"about_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "providers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"specialization" text NOT NULL,
	"gender" text NOT NULL,
	"country" text NOT NULL,
	"languages" text[] DEFAULT '{}' NOT NULL,
	"sees_minors" boolean DEFAULT false NOT NULL,
	"minors_cleared_at" timestamp with time zone,
	"reviewed_at" timestamp with time zone,
	"joined_at" timestamp with time zone NOT NULL,
	"name_key" text collate "C" NOT NULL,
	"search_text" text collate "C" NOT NULL,
	"search_grams" text[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"id" uuid PRIMARY KEY NOT NULL,
	"reporter_id" uuid,
	"subject_id" uuid,
	"target" jsonb NOT NULL,
	"snapshot" jsonb NOT NULL,
	"reason" text NOT NULL,
	"note" text NOT NULL,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"handled_by" uuid,
	"handled_at" timestamp with time zone,
	"handling_note" text
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "share_score" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocker_id_users_id_fk" FOREIGN KEY ("blocker_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "blocks" ADD CONSTRAINT "blocks_blocked_id_users_id_fk" FOREIGN KEY ("blocked_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_provider_id_users_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_ended_by_users_id_fk" FOREIGN KEY ("ended_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notices" ADD CONSTRAINT "notices_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "providers" ADD CONSTRAINT "providers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reports" ADD CONSTRAINT "reports_handled_by_users_id_fk" FOREIGN KEY ("handled_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blocks_blocked_id_idx" ON "blocks" USING btree ("blocked_id");--> statement-breakpoint
CREATE UNIQUE INDEX "connections_live_key" ON "connections" USING btree ("client_id","provider_id") WHERE "connections"."state" in ('pending', 'accepted');--> statement-breakpoint
CREATE INDEX "connections_client_idx" ON "connections" USING btree ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "connections_provider_idx" ON "connections" USING btree ("provider_id","created_at");--> statement-breakpoint
CREATE INDEX "connections_pair_idx" ON "connections" USING btree ("client_id","provider_id");--> statement-breakpoint
CREATE UNIQUE INDEX "notices_about_key" ON "notices" USING btree ("user_id","kind","about_id");--> statement-breakpoint
CREATE INDEX "notices_newest_idx" ON "notices" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "notices_actor_id_idx" ON "notices" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX "providers_name_idx" ON "providers" USING btree ("name_key","user_id");--> statement-breakpoint
CREATE INDEX "providers_specialty_name_idx" ON "providers" USING btree ("specialization","name_key","user_id");--> statement-breakpoint
CREATE INDEX "providers_newest_idx" ON "providers" USING btree ("joined_at","user_id");--> statement-breakpoint
CREATE INDEX "providers_specialty_newest_idx" ON "providers" USING btree ("specialization","joined_at","user_id");--> statement-breakpoint
CREATE INDEX "providers_search_idx" ON "providers" USING gin ("search_grams");--> statement-breakpoint
CREATE INDEX "reports_state_idx" ON "reports" USING btree ("state","created_at");--> statement-breakpoint
CREATE INDEX "reports_created_at_idx" ON "reports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "reports_reporter_idx" ON "reports" USING btree ("reporter_id","created_at");--> statement-breakpoint
CREATE INDEX "reports_subject_idx" ON "reports" USING btree ("subject_id");