CREATE INDEX CONCURRENTLY IF NOT EXISTS "access_log_subject_idx" ON "access_log" USING btree ("subject_id","at","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "access_log_subject_id_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "access_log_at_idx" ON "access_log" USING brin ("at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions_expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "notices_created_at_idx" ON "notices" USING brin ("created_at");--> statement-breakpoint
-- Of people who left while the rows of their ledger were copied. What the copy had read was gone only where it came from.
DELETE FROM "ledger_ops" WHERE NOT EXISTS (SELECT FROM "users" WHERE "users"."id" = "ledger_ops"."user_id");
