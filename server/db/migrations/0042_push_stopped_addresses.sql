CREATE TABLE "push_stopped_addresses" (
	"user_id" uuid NOT NULL,
	"endpoint_hash" text NOT NULL,
	"stopped_at" timestamp with time zone NOT NULL,
	CONSTRAINT "push_stopped_addresses_user_id_endpoint_hash_pk" PRIMARY KEY("user_id","endpoint_hash")
);
--> statement-breakpoint
ALTER TABLE "push_stopped_addresses" ADD CONSTRAINT "push_stopped_addresses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;