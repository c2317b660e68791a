CREATE TABLE "intro_videos" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"video_id" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_head" (
	"id" smallint PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"author_id" uuid NOT NULL,
	"category" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"format" text NOT NULL,
	"video_id" text,
	"attachment" text,
	"attachment_facts" jsonb,
	"seq" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"head_words" "tsvector" NOT NULL,
	"all_words" "tsvector" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "library_removals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"reason" text NOT NULL,
	"seq" bigint NOT NULL,
	"removed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "video_thumbnails" (
	"video_id" text PRIMARY KEY NOT NULL,
	"blob_key" text NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "intro_videos" ADD CONSTRAINT "intro_videos_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "library_items" ADD CONSTRAINT "library_items_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "intro_videos_user_id_key" ON "intro_videos" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "intro_videos_video_id_idx" ON "intro_videos" USING btree ("video_id");--> statement-breakpoint
CREATE INDEX "library_items_kind_idx" ON "library_items" USING btree ("kind","id");--> statement-breakpoint
CREATE INDEX "library_items_category_idx" ON "library_items" USING btree ("kind","category","id");--> statement-breakpoint
CREATE INDEX "library_items_author_idx" ON "library_items" USING btree ("author_id","kind","id");--> statement-breakpoint
CREATE INDEX "library_items_seq_idx" ON "library_items" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "library_items_video_idx" ON "library_items" USING btree ("video_id") WHERE "library_items"."video_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "library_items_attachment_key" ON "library_items" USING btree ("attachment");--> statement-breakpoint
CREATE INDEX "library_items_head_words_idx" ON "library_items" USING gin ("head_words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "library_items_all_words_idx" ON "library_items" USING gin ("all_words") WITH (fastupdate=false);--> statement-breakpoint
CREATE INDEX "library_removals_seq_idx" ON "library_removals" USING btree ("seq");
--> statement-breakpoint
INSERT INTO "library_head" ("id", "seq") VALUES (1, 0);
--> statement-breakpoint
-- Devices keep copies of what the library shows: when an author is listed, hidden or shown differently, their items take new places in the feed.
CREATE FUNCTION library_author_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	items bigint;
	newest bigint;
BEGIN
	PERFORM seq FROM library_head FOR UPDATE;
	SELECT count(*) INTO items FROM library_items WHERE author_id = NEW.id;
	UPDATE library_head SET seq = seq + items RETURNING seq INTO newest;
	UPDATE library_items AS item SET seq = newest - items + placed.place
		FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM library_items WHERE author_id = NEW.id) AS placed
		WHERE item.id = placed.id;
	RETURN NULL;
END
$$;
--> statement-breakpoint
CREATE TRIGGER library_author_changed AFTER UPDATE ON "users" FOR EACH ROW
	WHEN (NEW.user_type = 'ServiceProvider' AND
		(OLD.firstname, OLD.lastname, OLD.specialization, OLD.profile_img, OLD.verified_at, OLD.suspended_at)
		IS DISTINCT FROM
		(NEW.firstname, NEW.lastname, NEW.specialization, NEW.profile_img, NEW.verified_at, NEW.suspended_at))
	EXECUTE FUNCTION library_author_changed();
