CREATE TABLE "tracker_imports" (
	"user_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"source" text,
	"imported_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "tracker_imports_user_id_import_id_pk" PRIMARY KEY("user_id","import_id")
);
--> statement-breakpoint
ALTER TABLE "tracker_entries" ADD COLUMN "import_id" uuid;--> statement-breakpoint
ALTER TABLE "tracker_imports" ADD CONSTRAINT "tracker_imports_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;