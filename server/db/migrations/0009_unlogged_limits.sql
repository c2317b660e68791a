-- Counts of tries need no disk: a crash of the database forgets them, a restart does not.
ALTER TABLE "rate_limits" SET UNLOGGED;
