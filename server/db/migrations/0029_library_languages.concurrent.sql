CREATE INDEX CONCURRENTLY IF NOT EXISTS "library_items_language_idx" ON "library_items" USING btree ("kind","language","id");
