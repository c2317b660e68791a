CREATE TABLE "message_evidence" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"chat_id" uuid NOT NULL,
	"sender_id" uuid NOT NULL,
	"recipient_id" uuid,
	"seq" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"sealed" text NOT NULL,
	"file_id" uuid,
	"deleted_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_files" (
	"report_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	CONSTRAINT "report_files_report_id_message_id_pk" PRIMARY KEY("report_id","message_id")
);
--> statement-breakpoint
CREATE TABLE "sealed_files" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"source_key" text,
	"blob_key" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "to_minor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reports" ADD COLUMN "sealed" text;--> statement-breakpoint
ALTER TABLE "message_evidence" ADD CONSTRAINT "message_evidence_file_id_sealed_files_message_id_fk" FOREIGN KEY ("file_id") REFERENCES "public"."sealed_files"("message_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_files" ADD CONSTRAINT "report_files_report_id_reports_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."reports"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_files" ADD CONSTRAINT "report_files_message_id_sealed_files_message_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."sealed_files"("message_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "message_evidence_expires_idx" ON "message_evidence" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "message_evidence_people_idx" ON "message_evidence" USING btree ("sender_id","recipient_id","sent_at");--> statement-breakpoint
CREATE INDEX "message_evidence_file_idx" ON "message_evidence" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "report_files_message_idx" ON "report_files" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "sealed_files_source_idx" ON "sealed_files" USING btree ("source_key") WHERE "sealed_files"."source_key" is not null;--> statement-breakpoint
CREATE INDEX "reports_handled_at_idx" ON "reports" USING btree ("handled_at");--> statement-breakpoint
-- By hand: whether an adult wrote a message to somebody under 18 is decided where messages come in, whoever inserts them.
CREATE FUNCTION message_to_minor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.to_minor := EXISTS (
		SELECT 1 FROM chats c
		JOIN users sender ON sender.id = NEW.sender_id
		JOIN users recipient ON recipient.id = CASE WHEN c.client_id = NEW.sender_id THEN c.provider_id ELSE c.client_id END
		WHERE c.id = NEW.chat_id
			AND sender.birth_date <= (NEW.created_at AT TIME ZONE 'UTC')::date - interval '18 years'
			AND recipient.birth_date > (NEW.created_at AT TIME ZONE 'UTC')::date - interval '18 years');
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER message_to_minor BEFORE INSERT ON "messages" FOR EACH ROW EXECUTE FUNCTION message_to_minor();
--> statement-breakpoint
-- By hand: such a message goes, or loses its words, only once it is sealed.
CREATE FUNCTION message_sealed_first() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM message_evidence WHERE message_id = OLD.id) THEN
		RAISE EXCEPTION 'What an adult wrote to a minor must be sealed before it goes' USING ERRCODE = 'check_violation';
	END IF;
	IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER message_sealed_before_delete BEFORE DELETE ON "messages" FOR EACH ROW
	WHEN (OLD.to_minor AND OLD.deleted_at IS NULL) EXECUTE FUNCTION message_sealed_first();
--> statement-breakpoint
CREATE TRIGGER message_sealed_before_update BEFORE UPDATE ON "messages" FOR EACH ROW
	WHEN (OLD.to_minor AND OLD.deleted_at IS NULL
		AND (NEW.deleted_at IS NOT NULL OR NEW.content IS DISTINCT FROM OLD.content OR NOT NEW.to_minor))
	EXECUTE FUNCTION message_sealed_first();
--> statement-breakpoint
-- By hand: the messages that are there already.
UPDATE "messages" m SET to_minor = true
	FROM chats c, users sender, users recipient
	WHERE c.id = m.chat_id AND m.deleted_at IS NULL AND sender.id = m.sender_id
		AND recipient.id = CASE WHEN c.client_id = m.sender_id THEN c.provider_id ELSE c.client_id END
		AND sender.birth_date <= (m.created_at AT TIME ZONE 'UTC')::date - interval '18 years'
		AND recipient.birth_date > (m.created_at AT TIME ZONE 'UTC')::date - interval '18 years';
