-- Written by hand: of a command that was about somebody, the trail holds their e-mail as a keyed hash and in no words.
UPDATE "audit_events" SET "detail" = btrim(regexp_replace("detail", '\S*@\S*', '', 'g')) WHERE "event" = 'operator' AND "detail" LIKE '%@%';
