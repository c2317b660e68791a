CREATE INDEX CONCURRENTLY IF NOT EXISTS "library_items_fold_idx" ON "library_items" USING btree ("fold");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "providers_fold_idx" ON "providers" USING btree ("fold");
