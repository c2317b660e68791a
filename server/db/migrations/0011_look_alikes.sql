ALTER TABLE "providers" ADD COLUMN "name_look" text collate "C";--> statement-breakpoint
ALTER TABLE "providers" ADD COLUMN "username_look" text collate "C";--> statement-breakpoint
CREATE INDEX "providers_name_look_idx" ON "providers" USING btree ("name_look");--> statement-breakpoint
CREATE INDEX "providers_username_look_idx" ON "providers" USING btree ("username_look");