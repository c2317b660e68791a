CREATE TABLE "server_epoch" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"epoch" uuid DEFAULT gen_random_uuid() NOT NULL,
	CONSTRAINT "server_epoch_one" CHECK ("server_epoch"."only")
);--> statement-breakpoint
INSERT INTO "server_epoch" DEFAULT VALUES;
