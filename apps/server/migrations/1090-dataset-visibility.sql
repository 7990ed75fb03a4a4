-- Who sees a dataset: 1 everyone on this instance, 2 its space.
ALTER TABLE dataset ADD COLUMN visibility smallint NOT NULL DEFAULT 2;
CREATE INDEX dataset_public ON dataset (id) WHERE visibility = 1;
