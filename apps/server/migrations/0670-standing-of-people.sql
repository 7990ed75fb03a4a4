-- What the owner of the instance gives to a person: a word beside their name, and a level with higher limits.
ALTER TABLE app_user ADD COLUMN label text NOT NULL DEFAULT '';
ALTER TABLE app_user ADD COLUMN level smallint NOT NULL DEFAULT 0;
-- Not offered where people choose a space to copy something to.
ALTER TABLE space ADD COLUMN hide_operation boolean NOT NULL DEFAULT false;
