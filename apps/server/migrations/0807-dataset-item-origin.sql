-- The item that a row was copied from.
ALTER TABLE dataset_item ADD COLUMN origin_id bigint;
CREATE INDEX dataset_item_origin ON dataset_item (origin_id) WHERE origin_id IS NOT NULL;
CREATE INDEX dataset_item_by_item ON dataset_item (item_id);
