CREATE EXTENSION IF NOT EXISTS btree_gist;
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_provider_overlap" EXCLUDE USING gist ("provider_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE ("status" = 'booked');
--> statement-breakpoint
ALTER TABLE "bookings" ADD CONSTRAINT "bookings_client_overlap" EXCLUDE USING gist ("client_id" WITH =, tstzrange("starts_at", "ends_at") WITH &&) WHERE ("status" = 'booked');
--> statement-breakpoint
CREATE FUNCTION "credit_entries_count"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE "payments" SET "credits_left" = "credits_left" + NEW."amount" WHERE "id" = NEW."payment_id";
	RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "credit_entries_counted" AFTER INSERT ON "credit_entries" FOR EACH ROW EXECUTE FUNCTION "credit_entries_count"();
--> statement-breakpoint
CREATE FUNCTION "refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER "credit_entries_kept" BEFORE UPDATE OR DELETE ON "credit_entries" FOR EACH ROW EXECUTE FUNCTION "refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "payments_credits_counted" BEFORE UPDATE OF "credits_left" ON "payments" FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION "refuse_change"();
