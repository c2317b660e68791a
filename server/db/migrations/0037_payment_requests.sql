CREATE TABLE "slot_holds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"client_id" uuid NOT NULL,
	"provider_id" uuid NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "slot_holds_order" CHECK ("slot_holds"."ends_at" > "slot_holds"."starts_at")
);
--> statement-breakpoint
CREATE TABLE "guest_checkouts" (
	"payment_id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"email" text,
	"language" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"status" text NOT NULL,
	"shows_provider" boolean NOT NULL,
	"shows_specialty" boolean NOT NULL,
	"slot_starts_at" timestamp with time zone,
	"slot_ends_at" timestamp with time zone,
	"slot_outcome" text,
	"held_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_requests_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "payer" text DEFAULT 'self' NOT NULL;--> statement-breakpoint
ALTER TABLE "slot_holds" ADD CONSTRAINT "slot_holds_client_id_users_id_fk" FOREIGN KEY ("client_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "slot_holds" ADD CONSTRAINT "slot_holds_provider_id_users_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_checkouts" ADD CONSTRAINT "guest_checkouts_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_checkouts" ADD CONSTRAINT "guest_checkouts_request_id_payment_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."payment_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_requests" ADD CONSTRAINT "payment_requests_plan_id_pricing_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."pricing_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "slot_holds_provider_idx" ON "slot_holds" USING btree ("provider_id","starts_at");--> statement-breakpoint
CREATE INDEX "slot_holds_client_idx" ON "slot_holds" USING btree ("client_id");--> statement-breakpoint
CREATE INDEX "slot_holds_until_idx" ON "slot_holds" USING btree ("until");--> statement-breakpoint
CREATE INDEX "guest_checkouts_request_idx" ON "guest_checkouts" USING btree ("request_id");--> statement-breakpoint
CREATE INDEX "guest_checkouts_created_idx" ON "guest_checkouts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "payment_requests_user_idx" ON "payment_requests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_requests_plan_idx" ON "payment_requests" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "payment_requests_expires_idx" ON "payment_requests" USING btree ("expires_at");