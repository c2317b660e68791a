CREATE TABLE "quest_responses" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"quest_id" smallint NOT NULL,
	"version" smallint NOT NULL,
	"answers" jsonb NOT NULL,
	"result" jsonb NOT NULL,
	"play_points" integer NOT NULL,
	"points" integer NOT NULL,
	"taken_on" date NOT NULL,
	"earned_on" date,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "quest_responses_user_id_id_pk" PRIMARY KEY("user_id","id")
);
--> statement-breakpoint
CREATE TABLE "quest_shares" (
	"user_id" uuid NOT NULL,
	"response_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"shared_at" timestamp with time zone NOT NULL,
	CONSTRAINT "quest_shares_user_id_response_id_provider_id_pk" PRIMARY KEY("user_id","response_id","provider_id")
);
--> statement-breakpoint
ALTER TABLE "access_log" ADD COLUMN "quest_id" smallint;--> statement-breakpoint
ALTER TABLE "quest_responses" ADD CONSTRAINT "quest_responses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quest_shares" ADD CONSTRAINT "quest_shares_provider_id_users_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quest_shares" ADD CONSTRAINT "quest_shares_response_fkey" FOREIGN KEY ("user_id","response_id") REFERENCES "public"."quest_responses"("user_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "quest_responses_user_id_quest_id_idx" ON "quest_responses" USING btree ("user_id","quest_id");--> statement-breakpoint
CREATE INDEX "quest_shares_provider_id_idx" ON "quest_shares" USING btree ("provider_id","user_id");