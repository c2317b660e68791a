CREATE TABLE "plan_history" (
	"user_id" uuid NOT NULL,
	"item_id" uuid NOT NULL,
	"rev" uuid NOT NULL,
	"step" text NOT NULL,
	"text" text NOT NULL,
	"phone" text,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "plan_history_user_id_rev_pk" PRIMARY KEY("user_id","rev")
);
--> statement-breakpoint
CREATE TABLE "plan_items" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"step" text NOT NULL,
	"text" text NOT NULL,
	"phone" text,
	"order" double precision NOT NULL,
	"rev" uuid NOT NULL,
	"deleted" boolean NOT NULL,
	"replaced" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plan_items_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "plan_proposals" (
	"user_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"provider_id" uuid,
	"change" text NOT NULL,
	"item_id" uuid NOT NULL,
	"step" text NOT NULL,
	"text" text NOT NULL,
	"phone" text,
	"state" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "plan_proposals_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "plan_shares" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"shared_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"version" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plan_history" ADD CONSTRAINT "plan_history_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_items" ADD CONSTRAINT "plan_items_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_proposals" ADD CONSTRAINT "plan_proposals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_proposals" ADD CONSTRAINT "plan_proposals_provider_id_users_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_shares" ADD CONSTRAINT "plan_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_shares" ADD CONSTRAINT "plan_shares_provider_id_users_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_history_at_idx" ON "plan_history" USING brin ("at");--> statement-breakpoint
CREATE INDEX "plan_items_updated_at_idx" ON "plan_items" USING brin ("updated_at");--> statement-breakpoint
CREATE INDEX "plan_proposals_provider_id_idx" ON "plan_proposals" USING btree ("provider_id","user_id");--> statement-breakpoint
CREATE INDEX "plan_proposals_decided_at_idx" ON "plan_proposals" USING brin ("decided_at");--> statement-breakpoint
CREATE INDEX "plan_shares_provider_id_idx" ON "plan_shares" USING btree ("provider_id");