CREATE INDEX CONCURRENTLY IF NOT EXISTS "connections_ended_by_idx" ON "connections" USING btree ("ended_by") WHERE "connections"."ended_by" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "access_log_actor_idx" ON "access_log" USING btree ("actor_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "payments_plan_idx" ON "payments" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "pricing_plans_provider_idx" ON "pricing_plans" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "pricing_plans_created_by_idx" ON "pricing_plans" USING btree ("created_by");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "pricing_plans_retired_by_idx" ON "pricing_plans" USING btree ("retired_by") WHERE "pricing_plans"."retired_by" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "push_sends_over_idx" ON "push_sends" USING btree ("asks","due_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "push_subscriptions_expires_idx" ON "push_subscriptions" USING btree ("expires_at") WHERE "push_subscriptions"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "reports_handled_by_idx" ON "reports" USING btree ("handled_by") WHERE "reports"."handled_by" is not null;