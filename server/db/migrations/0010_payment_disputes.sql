ALTER TABLE "payments" ADD COLUMN "dispute_id" text;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_charge_id_key" ON "payments" USING btree ("charge_id");