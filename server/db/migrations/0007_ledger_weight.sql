ALTER TABLE "sync_ops" DROP CONSTRAINT "sync_ops_user_id_users_id_fk";
--> statement-breakpoint
DROP INDEX "sync_ops_applied_at_idx";--> statement-breakpoint
ALTER TABLE "sync_ops" ALTER COLUMN "result" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "sync_ops_applied_at_idx" ON "sync_ops" USING brin ("applied_at");--> statement-breakpoint
UPDATE "sync_ops" SET "result" = NULL WHERE "result" = '{"status":"applied"}';--> statement-breakpoint
CREATE FUNCTION "forget_operations"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM "sync_ops" WHERE "user_id" = OLD."id";
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "forget_operations" AFTER DELETE ON "users" FOR EACH ROW EXECUTE FUNCTION "forget_operations"();
