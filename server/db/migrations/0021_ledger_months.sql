CREATE TABLE "ledger_ops" (
	"user_id" uuid NOT NULL,
	"op_id" uuid NOT NULL,
	"body_hash" "bytea" NOT NULL,
	"result" jsonb,
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_ops_user_id_op_id_applied_at_pk" PRIMARY KEY("user_id","op_id","applied_at")
) PARTITION BY RANGE ("applied_at");
--> statement-breakpoint
CREATE TABLE "ledger_ops_rest" PARTITION OF "ledger_ops" DEFAULT;--> statement-breakpoint
-- The table of the month that a day is in, with the rows that have waited for it in the rest; gives how many.
CREATE FUNCTION "ledger_month"("day" date) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  first_day timestamp := date_trunc('month', "day"::timestamp);
  since timestamptz := first_day AT TIME ZONE 'UTC';
  until timestamptz := (first_day + interval '1 month') AT TIME ZONE 'UTC';
  month_name text := 'ledger_ops_' || to_char(first_day, 'YYYY_MM');
  moved integer;
BEGIN
  PERFORM pg_advisory_xact_lock(7299617);
  IF to_regclass(month_name) IS NOT NULL THEN RETURN 0; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE "ledger_ops" INCLUDING DEFAULTS INCLUDING INDEXES)', month_name);
  EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_scale_factor = 0.02,
    autovacuum_vacuum_insert_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02)', month_name);
  LOCK TABLE "ledger_ops_rest" IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('WITH moved AS (DELETE FROM "ledger_ops_rest" WHERE "applied_at" >= %L AND "applied_at" < %L
    RETURNING *) INSERT INTO %I SELECT * FROM moved', since, until, month_name);
  GET DIAGNOSTICS moved = ROW_COUNT;
  EXECUTE format('ALTER TABLE "ledger_ops" ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', month_name, since, until);
  RETURN moved;
END $$;--> statement-breakpoint
-- The months that the ledger remembers, this one, and three ahead.
SELECT "ledger_month"(("month" AT TIME ZONE 'UTC')::date)
  FROM generate_series(now() - interval '7 months', now() + interval '3 months', interval '1 month') AS "month";--> statement-breakpoint
INSERT INTO "ledger_ops" ("user_id", "op_id", "body_hash", "result", "applied_at")
  SELECT "user_id", "op_id", decode("body_hash", 'hex'), "result", "applied_at" FROM "sync_ops";--> statement-breakpoint
-- The long copy ran beside the writers. Whoever is writing ends first; what they committed meanwhile goes over too. A row is dated by
-- the beginning of its transaction, which may lie before that of this one, but no transaction of ours lasts an hour.
LOCK TABLE "sync_ops" IN ACCESS EXCLUSIVE MODE;--> statement-breakpoint
INSERT INTO "ledger_ops" ("user_id", "op_id", "body_hash", "result", "applied_at")
  SELECT "user_id", "op_id", decode("body_hash", 'hex'), "result", "applied_at" FROM "sync_ops"
    WHERE "applied_at" >= now() - interval '1 hour'
  ON CONFLICT DO NOTHING;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "forget_operations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "ledger_ops" WHERE "user_id" = OLD."id";
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TABLE "sync_ops";--> statement-breakpoint
-- Processes of the build before go on reading and writing the ledger under its old name while they are replaced.
CREATE VIEW "sync_ops" AS
  SELECT "user_id", "op_id", encode("body_hash", 'hex') AS "body_hash", "result", "applied_at" FROM "ledger_ops";--> statement-breakpoint
CREATE FUNCTION "insert_sync_op"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "ledger_ops" ("user_id", "op_id", "body_hash", "result", "applied_at")
    VALUES (NEW."user_id", NEW."op_id", decode(NEW."body_hash", 'hex'), NEW."result", coalesce(NEW."applied_at", now()));
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "insert_sync_op" INSTEAD OF INSERT ON "sync_ops" FOR EACH ROW EXECUTE FUNCTION "insert_sync_op"();--> statement-breakpoint
ALTER TABLE "notices" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "sessions" SET (autovacuum_vacuum_scale_factor = 0.02);--> statement-breakpoint
ALTER TABLE "rate_limits" SET (autovacuum_vacuum_scale_factor = 0.02);
