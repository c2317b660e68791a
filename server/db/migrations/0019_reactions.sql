CREATE TABLE "message_reactions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"message_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reaction" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"to_minor" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_files" ADD COLUMN "voice_ms" integer;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "reply_to" uuid;--> statement-breakpoint
ALTER TABLE "message_evidence" ADD COLUMN "reacts_to" uuid;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_reactions" ADD CONSTRAINT "message_reactions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "message_reactions_person_key" ON "message_reactions" USING btree ("message_id","user_id");--> statement-breakpoint
CREATE INDEX "message_reactions_user_idx" ON "message_reactions" USING btree ("user_id");--> statement-breakpoint
-- By hand: as of messages, whether an adult reacted towards somebody under 18 is decided where reactions come in.
CREATE FUNCTION reaction_to_minor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.to_minor := EXISTS (
		SELECT 1 FROM messages m
		JOIN chats c ON c.id = m.chat_id
		JOIN users sender ON sender.id = NEW.user_id
		JOIN users recipient ON recipient.id = CASE WHEN c.client_id = NEW.user_id THEN c.provider_id ELSE c.client_id END
		WHERE m.id = NEW.message_id
			AND sender.birth_date <= (NEW.created_at AT TIME ZONE 'UTC')::date - interval '18 years'
			AND recipient.birth_date > (NEW.created_at AT TIME ZONE 'UTC')::date - interval '18 years');
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER reaction_to_minor BEFORE INSERT ON "message_reactions" FOR EACH ROW EXECUTE FUNCTION reaction_to_minor();
--> statement-breakpoint
-- By hand: such a reaction goes, or becomes another one, only once it is sealed; evidence names it by its own id.
CREATE TRIGGER reaction_sealed_before_delete BEFORE DELETE ON "message_reactions" FOR EACH ROW
	WHEN (OLD.to_minor) EXECUTE FUNCTION message_sealed_first();
--> statement-breakpoint
CREATE TRIGGER reaction_sealed_before_update BEFORE UPDATE ON "message_reactions" FOR EACH ROW
	WHEN (OLD.to_minor) EXECUTE FUNCTION message_sealed_first();
