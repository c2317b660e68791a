CREATE TABLE "pack_items" (
	"pack_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"article_id" uuid NOT NULL,
	CONSTRAINT "pack_items_pack_id_position_pk" PRIMARY KEY("pack_id","position")
);
--> statement-breakpoint
CREATE TABLE "pack_receivers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pack_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"to_minor" boolean DEFAULT false NOT NULL,
	"received_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "packs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider_id" uuid NOT NULL,
	"title" text NOT NULL,
	"note" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plan_proposals" ADD COLUMN "to_minor" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_proposals" ADD COLUMN "evidence_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "pack_items" ADD CONSTRAINT "pack_items_pack_id_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_receivers" ADD CONSTRAINT "pack_receivers_pack_id_packs_id_fk" FOREIGN KEY ("pack_id") REFERENCES "public"."packs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pack_receivers" ADD CONSTRAINT "pack_receivers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "packs" ADD CONSTRAINT "packs_provider_id_users_id_fk" FOREIGN KEY ("provider_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pack_receivers_person_key" ON "pack_receivers" USING btree ("pack_id","user_id");--> statement-breakpoint
CREATE INDEX "pack_receivers_user_id_idx" ON "pack_receivers" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "packs_provider_id_idx" ON "packs" USING btree ("provider_id","id");
--> statement-breakpoint
-- By hand: whether an adult sent a pack to somebody under 18 is decided where packs are sent, as with messages.
CREATE FUNCTION pack_to_minor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.to_minor := EXISTS (
		SELECT 1 FROM packs p
		JOIN users sender ON sender.id = p.provider_id
		JOIN users recipient ON recipient.id = NEW.user_id
		WHERE p.id = NEW.pack_id
			AND sender.birth_date <= (p.created_at AT TIME ZONE 'UTC')::date - interval '18 years'
			AND recipient.birth_date > (p.created_at AT TIME ZONE 'UTC')::date - interval '18 years');
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER pack_to_minor BEFORE INSERT ON "pack_receivers" FOR EACH ROW EXECUTE FUNCTION pack_to_minor();
--> statement-breakpoint
-- By hand: such a pack goes only once it is sealed; evidence names it by the receiver's own id of it.
CREATE TRIGGER pack_sealed_before_delete BEFORE DELETE ON "pack_receivers" FOR EACH ROW
	WHEN (OLD.to_minor) EXECUTE FUNCTION message_sealed_first();
--> statement-breakpoint
CREATE TRIGGER pack_sealed_before_update BEFORE UPDATE ON "pack_receivers" FOR EACH ROW
	WHEN (OLD.to_minor AND (NEW.id <> OLD.id OR NEW.pack_id <> OLD.pack_id OR NEW.user_id <> OLD.user_id OR NOT NEW.to_minor))
	EXECUTE FUNCTION message_sealed_first();
--> statement-breakpoint
-- By hand: the words of a pack never change.
CREATE FUNCTION pack_words_stay() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The words of a pack never change' USING ERRCODE = 'check_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER pack_words_stay BEFORE UPDATE ON "packs" FOR EACH ROW EXECUTE FUNCTION pack_words_stay();
--> statement-breakpoint
-- By hand: the same of what is proposed for a safety plan. Evidence names it by an id that no device made.
CREATE FUNCTION proposal_to_minor() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	NEW.to_minor := EXISTS (
		SELECT 1 FROM users sender, users recipient
		WHERE sender.id = NEW.provider_id AND recipient.id = NEW.user_id
			AND sender.birth_date <= (NEW.created_at AT TIME ZONE 'UTC')::date - interval '18 years'
			AND recipient.birth_date > (NEW.created_at AT TIME ZONE 'UTC')::date - interval '18 years');
	RETURN NEW;
END
$$;
--> statement-breakpoint
CREATE TRIGGER proposal_to_minor BEFORE INSERT ON "plan_proposals" FOR EACH ROW EXECUTE FUNCTION proposal_to_minor();
--> statement-breakpoint
CREATE FUNCTION proposal_sealed_first() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM message_evidence WHERE message_id = OLD.evidence_id) THEN
		RAISE EXCEPTION 'What an adult wrote to a minor must be sealed before it goes' USING ERRCODE = 'check_violation';
	END IF;
	IF TG_OP = 'DELETE' THEN RETURN OLD; END IF;
	RETURN NEW;
END
$$;
--> statement-breakpoint
-- Without its sender a proposal was sealed when their account went.
CREATE TRIGGER proposal_sealed_before_delete BEFORE DELETE ON "plan_proposals" FOR EACH ROW
	WHEN (OLD.to_minor AND OLD.provider_id IS NOT NULL) EXECUTE FUNCTION proposal_sealed_first();
--> statement-breakpoint
CREATE TRIGGER proposal_sealed_before_update BEFORE UPDATE ON "plan_proposals" FOR EACH ROW
	WHEN (OLD.to_minor AND OLD.provider_id IS NOT NULL AND (NEW.provider_id IS DISTINCT FROM OLD.provider_id
		OR NEW.text <> OLD.text OR NEW.phone IS DISTINCT FROM OLD.phone OR NEW.evidence_id <> OLD.evidence_id OR NOT NEW.to_minor))
	EXECUTE FUNCTION proposal_sealed_first();
--> statement-breakpoint
-- By hand: the proposals that are there already.
UPDATE "plan_proposals" p SET to_minor = true
	FROM users sender, users recipient
	WHERE sender.id = p.provider_id AND recipient.id = p.user_id
		AND sender.birth_date <= (p.created_at AT TIME ZONE 'UTC')::date - interval '18 years'
		AND recipient.birth_date > (p.created_at AT TIME ZONE 'UTC')::date - interval '18 years';
